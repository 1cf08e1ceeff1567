* SCIP STATISTICS
*   Problem name     : small
*   Variables        : 3 (3 binary, 0 integer, 0 implicit integer, 0 continuous)
*   Constraints      : 2
NAME          small
OBJSENSE
  MIN
ROWS
 N  Obj 
 G  first 
 G  second 
COLUMNS
    INTSTART  'MARKER'                            'INTORG'                           
    x         Obj                              3  first                            1 
    x         second                           2 
    y         Obj                              2  first                            1 
    y         second                          -1 
    b         Obj                              4  second                           3 
    INTEND    'MARKER'                            'INTEND'                           
RHS
    RHS       first                            1  second                           2 
    RHS       Obj                              2 
BOUNDS
 BV Bound     x                                  
 BV Bound     y                                  
 BV Bound     b                                  
ENDATA