NAME        
ROWS
 N  Obj     
 G  c0      
 G  c1      
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x0        Obj       3
    x0        c0        1
    x0        c1        2
    x1        Obj       2
    x1        c0        1
    x1        c1        -1
    x2        Obj       4
    x2        c1        3
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     c0        1
    RHS_V     c1        2
BOUNDS
 BV BOUND     x0      
 BV BOUND     x1      
 BV BOUND     x2      
ENDATA
