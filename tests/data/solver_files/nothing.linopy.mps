NAME        
ROWS
 N  Obj     
 E  c0      
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x0        Obj       1
    x0        c0        2
    x1        Obj       -1
    x1        c0        4
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     c0        7
BOUNDS
 UI BOUND     x0        4
 LI BOUND     x1        1
 UI BOUND     x1        3
ENDATA
