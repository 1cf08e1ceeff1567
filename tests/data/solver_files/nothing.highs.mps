NAME        
ROWS
 N  Obj     
 E  odd     
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x         Obj       1
    x         odd       2
    y         Obj       -1
    y         odd       4
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     odd       7
BOUNDS
 UI BOUND     x         4
 LI BOUND     y         1
 UI BOUND     y         3
ENDATA
