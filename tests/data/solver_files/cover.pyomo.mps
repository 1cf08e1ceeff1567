* Source:     Pyomo MPS Writer
* Format:     Free MPS
*
NAME unknown
OBJSENSE
 MIN
ROWS
 N  objective
 G  c_l_first_
 G  c_l_second_
 E  c_e_ONE_VAR_CONSTANT
COLUMNS
     x objective 3
     x c_l_first_ 1
     x c_l_second_ 2
     y objective 2
     y c_l_first_ 1
     y c_l_second_ -1
     b objective 4
     b c_l_second_ 3
     ONE_VAR_CONSTANT objective -2
     ONE_VAR_CONSTANT c_e_ONE_VAR_CONSTANT 1
RHS
     RHS c_l_first_ 1
     RHS c_l_second_ 2
     RHS c_e_ONE_VAR_CONSTANT 1
BOUNDS
 BV BOUND x
 BV BOUND y
 BV BOUND b
ENDATA
