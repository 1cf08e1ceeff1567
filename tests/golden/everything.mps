* a model: gr\xf6\xdfte Vielfalt
* x_0 = x[0]
* x_1 = x[1]
* x_2 = x[2]
* z_0 = z[0]
* rule: minimise cost
NAME rosetta FREE
ROWS
 N obj
* rule: between
 G r1
* rule: clause
 G r2
* rule: odd
 E r3
* rule: sum
 G r4
* rule: guarded
 G r5
 L r6
COLUMNS
 M1 'MARKER' 'INTORG'
 x_0 obj -3
 x_0 r1 1
 x_0 r2 1
 x_0 r3 1
 x_0 r5 1
 x_0 r6 1
 x_1 r1 1
 x_1 r3 1
 x_1 r4 2
 x_1 r5 -1
 x_1 r6 -1
 x_2 r1 1
 x_2 r2 -1
 x_2 r3 1
 x_2 r5 2
 x_2 r6 -2
 z_0 obj 2
 z_0 r4 -1
 extra_1 r3 -2
 extra_2 r5 -2
 extra_2 r6 -2
 constant obj 3
 M2 'MARKER' 'INTEND'
RHS
 RHS r1 1
 RHS r3 1
 RHS r4 1
 RHS r5 -1
 RHS r6 -1
RANGES
 RNG r1 1
BOUNDS
 BV BND x_0
 BV BND x_1
 BV BND x_2
 BV BND extra_1
 BV BND extra_2
 LO BND z_0 -2
 UP BND z_0 3
 LO BND constant 1
 UP BND constant 1
ENDATA
