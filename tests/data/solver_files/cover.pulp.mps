*SENSE:Minimize
NAME          small
ROWS
 N  OBJ
 G  first
 G  second
COLUMNS
    MARK      'MARKER'                 'INTORG'
    b         second     3.000000000000e+00
    b         OBJ        4.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    x         first      1.000000000000e+00
    x         second     2.000000000000e+00
    x         OBJ        3.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    y         first      1.000000000000e+00
    y         second    -1.000000000000e+00
    y         OBJ        2.000000000000e+00
    MARK      'MARKER'                 'INTEND'
RHS
    RHS       first      1.000000000000e+00
    RHS       second     2.000000000000e+00
BOUNDS
 BV BND       b       
 BV BND       x       
 BV BND       y       
ENDATA
