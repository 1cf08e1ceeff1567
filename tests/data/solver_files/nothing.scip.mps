* SCIP STATISTICS
*   Problem name     : small
*   Variables        : 2 (0 binary, 2 integer, 0 implicit integer, 0 continuous)
*   Constraints      : 1
NAME          small
OBJSENSE
  MIN
ROWS
 N  Obj 
 E  odd 
COLUMNS
    INTSTART  'MARKER'                            'INTORG'                           
    x         Obj                              1  odd                              2 
    y         Obj                             -1  odd                              4 
    INTEND    'MARKER'                            'INTEND'                           
RHS
    RHS       odd                              7 
BOUNDS
 UP Bound     x                                4 
 LO Bound     y                                1 
 UP Bound     y                                3 
ENDATA