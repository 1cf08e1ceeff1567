* Source:     Pyomo MPS Writer
* Format:     Free MPS
*
NAME unknown
OBJSENSE
 MAX
ROWS
 N  objective
 L  c_u_a_
 G  c_l_c_
 E  c_e_e_
 E  c_e_ONE_VAR_CONSTANT
COLUMNS
     x objective 0.25
     x c_u_a_ 2
     x c_l_c_ 1
     x c_e_e_ 1
     y objective 1.5
     y c_u_a_ 2
     y c_l_c_ -0.5
     b objective 2
     b c_l_c_ 1
     b c_e_e_ 3
     ONE_VAR_CONSTANT objective 3.75
     ONE_VAR_CONSTANT c_e_ONE_VAR_CONSTANT 1
RHS
     RHS c_u_a_ 7
     RHS c_l_c_ -1
     RHS c_e_e_ 4
     RHS c_e_ONE_VAR_CONSTANT 1
BOUNDS
 LI BOUND x 0
 UI BOUND x 5
 LI BOUND y -2
 UI BOUND y 5
 BV BOUND b
ENDATA
