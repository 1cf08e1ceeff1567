* tent_0 = tent[0]
* tent_1 = tent[1]
* tent_2 = tent[2]
NAME rosetta FREE
ROWS
 N obj
* rule: column counts
 E r1
COLUMNS
 M1 'MARKER' 'INTORG'
 tent_0 r1 1
 tent_1 r1 1
 tent_2 r1 1
 M2 'MARKER' 'INTEND'
RHS
 RHS r1 2
BOUNDS
 BV BND tent_0
 BV BND tent_1
 BV BND tent_2
ENDATA
