*SENSE:Minimize
NAME          small
ROWS
 N  OBJ
 E  odd
COLUMNS
    MARK      'MARKER'                 'INTORG'
    x         odd        2.000000000000e+00
    x         OBJ        1.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    y         odd        4.000000000000e+00
    y         OBJ       -1.000000000000e+00
    MARK      'MARKER'                 'INTEND'
RHS
    RHS       odd        7.000000000000e+00
BOUNDS
 UP BND       x          4.000000000000e+00
 LO BND       y          1.000000000000e+00
 UP BND       y          3.000000000000e+00
ENDATA
