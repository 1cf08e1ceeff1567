NAME        
OBJSENSE
  MAX
ROWS
 N  Obj     
 L  a       
 G  c       
 E  e       
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x         Obj       0.25
    x         a         2
    x         c         1
    x         e         1
    y         Obj       1.5
    y         a         2
    y         c         -0.5
    b         Obj       2
    b         c         1
    b         e         3
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     Obj       -3.75
    RHS_V     a         7
    RHS_V     c         -1
    RHS_V     e         4
BOUNDS
 UI BOUND     x         5
 LI BOUND     y         -2
 UI BOUND     y         5
 BV BOUND     b       
ENDATA
