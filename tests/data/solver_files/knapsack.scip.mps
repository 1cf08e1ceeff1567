* SCIP STATISTICS
*   Problem name     : small
*   Variables        : 3 (1 binary, 2 integer, 0 implicit integer, 0 continuous)
*   Constraints      : 3
NAME          small
OBJSENSE
  MAX
ROWS
 N  Obj 
 L  a 
 G  c 
 E  e 
COLUMNS
    INTSTART  'MARKER'                            'INTORG'                           
    x         c                                1  Obj                           0.25 
    x         a                                2  e                                1 
    y         Obj                            1.5  a                                2 
    y         c                             -0.5 
    b         Obj                              2  c                                1 
    b         e                                3 
    INTEND    'MARKER'                            'INTEND'                           
RHS
    RHS       a                                7  c                               -1 
    RHS       e                                4  Obj                          -3.75 
BOUNDS
 BV Bound     b                                  
 LO Bound     y                               -2 
 UP Bound     y                                5 
 UP Bound     x                                5 
ENDATA