NAME        
OBJSENSE
  MAX
ROWS
 N  Obj     
 L  c0      
 G  c1      
 E  c2      
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x0        Obj       0.25
    x0        c0        2
    x0        c1        1
    x0        c2        1
    x1        Obj       1.5
    x1        c0        2
    x1        c1        -0.5
    x2        Obj       2
    x2        c1        1
    x2        c2        3
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     c0        7
    RHS_V     c1        -1
    RHS_V     c2        4
BOUNDS
 UI BOUND     x0        5
 LI BOUND     x1        -2
 UI BOUND     x1        5
 BV BOUND     x2      
ENDATA
