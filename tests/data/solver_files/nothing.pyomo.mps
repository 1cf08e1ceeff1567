* Source:     Pyomo MPS Writer
* Format:     Free MPS
*
NAME unknown
OBJSENSE
 MIN
ROWS
 N  objective
 E  c_e_odd_
COLUMNS
     x objective 1
     x c_e_odd_ 2
     y objective -1
     y c_e_odd_ 4
RHS
     RHS c_e_odd_ 7
BOUNDS
 LI BOUND x 0
 UI BOUND x 4
 LI BOUND y 1
 UI BOUND y 3
ENDATA
