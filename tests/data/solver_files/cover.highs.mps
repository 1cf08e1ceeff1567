NAME        
ROWS
 N  Obj     
 G  first   
 G  second  
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x         Obj       3
    x         first     1
    x         second    2
    y         Obj       2
    y         first     1
    y         second    -1
    b         Obj       4
    b         second    3
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     Obj       2
    RHS_V     first     1
    RHS_V     second    2
BOUNDS
 BV BOUND     x       
 BV BOUND     y       
 BV BOUND     b       
ENDATA
