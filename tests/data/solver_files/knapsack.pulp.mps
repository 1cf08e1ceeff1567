*SENSE:Maximize
NAME          small
ROWS
 N  OBJ
 L  a
 G  c
 E  e
COLUMNS
    MARK      'MARKER'                 'INTORG'
    b         c          1.000000000000e+00
    b         e          3.000000000000e+00
    b         OBJ        2.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    x         a          2.000000000000e+00
    x         c          1.000000000000e+00
    x         e          1.000000000000e+00
    x         OBJ        2.500000000000e-01
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    y         a          2.000000000000e+00
    y         c         -5.000000000000e-01
    y         OBJ        1.500000000000e+00
    MARK      'MARKER'                 'INTEND'
RHS
    RHS       a          7.000000000000e+00
    RHS       c         -1.000000000000e+00
    RHS       e          4.000000000000e+00
BOUNDS
 BV BND       b       
 UP BND       x          5.000000000000e+00
 LO BND       y         -2.000000000000e+00
 UP BND       y          5.000000000000e+00
ENDATA
