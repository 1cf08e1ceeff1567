* tent_0_0 = tent[0,0]
* tent_0_1 = tent[0,1]
* tent_0_2 = tent[0,2]
* tent_1_0 = tent[1,0]
* tent_1_1 = tent[1,1]
* tent_1_2 = tent[1,2]
* tent_2_0 = tent[2,0]
* tent_2_1 = tent[2,1]
* tent_2_2 = tent[2,2]
* link_0 = link[0]
* link_1 = link[1]
* link_2 = link[2]
* link_3 = link[3]
* link_4 = link[4]
* link_5 = link[5]
* link_6 = link[6]
* link_7 = link[7]
* link_8 = link[8]
* link_9 = link[9]
* link_10 = link[10]
* link_11 = link[11]
NAME rosetta FREE
ROWS
 N obj
* rule: each tree owns one tent
 E r1
 E r2
 E r3
 E r4
* rule: each tent belongs to one tree
 G r5
 G r6
 G r7
 G r8
* rule: each tent belongs to one tree
 E r9
 E r10
 E r11
 E r12
 E r13
* rule: tents do not touch, even diagonally
 L r14
 L r15
 L r16
 L r17
* rule: row counts
 G r18
 G r19
 G r20
* rule: row counts
 E r21
 E r22
* rule: column counts
 G r23
 G r24
 G r25
* rule: column counts
 E r26
 E r27
COLUMNS
 M1 'MARKER' 'INTORG'
 tent_0_0 r9 -1
 tent_0_0 r14 1
 tent_0_0 r21 1
 tent_0_0 r26 1
 tent_0_1 r5 -1
 tent_0_1 r14 1
 tent_0_1 r15 1
 tent_0_1 r21 1
 tent_0_1 r23 -1
 tent_0_2 r10 -1
 tent_0_2 r15 1
 tent_0_2 r21 1
 tent_0_2 r27 1
 tent_1_0 r6 -1
 tent_1_0 r14 1
 tent_1_0 r16 1
 tent_1_0 r18 -1
 tent_1_0 r26 1
 tent_1_1 r11 -1
 tent_1_1 r14 1
 tent_1_1 r15 1
 tent_1_1 r16 1
 tent_1_1 r17 1
 tent_1_1 r19 -1
 tent_1_1 r24 -1
 tent_1_2 r7 -1
 tent_1_2 r15 1
 tent_1_2 r17 1
 tent_1_2 r20 -1
 tent_1_2 r27 1
 tent_2_0 r12 -1
 tent_2_0 r16 1
 tent_2_0 r22 1
 tent_2_0 r26 1
 tent_2_1 r8 -1
 tent_2_1 r16 1
 tent_2_1 r17 1
 tent_2_1 r22 1
 tent_2_1 r25 -1
 tent_2_2 r13 -1
 tent_2_2 r17 1
 tent_2_2 r22 1
 tent_2_2 r27 1
 link_0 r1 1
 link_0 r9 1
 link_1 r1 1
 link_1 r10 1
 link_2 r1 1
 link_2 r11 1
 link_3 r2 1
 link_3 r9 1
 link_4 r2 1
 link_4 r11 1
 link_5 r2 1
 link_5 r12 1
 link_6 r3 1
 link_6 r10 1
 link_7 r3 1
 link_7 r11 1
 link_8 r3 1
 link_8 r13 1
 link_9 r4 1
 link_9 r11 1
 link_10 r4 1
 link_10 r12 1
 link_11 r4 1
 link_11 r13 1
 M2 'MARKER' 'INTEND'
RHS
 RHS r1 1
 RHS r2 1
 RHS r3 1
 RHS r4 1
 RHS r14 1
 RHS r15 1
 RHS r16 1
 RHS r17 1
 RHS r21 2
 RHS r22 2
 RHS r26 2
 RHS r27 2
BOUNDS
 BV BND tent_0_0
 BV BND tent_0_1
 BV BND tent_0_2
 BV BND tent_1_0
 BV BND tent_1_1
 BV BND tent_1_2
 BV BND tent_2_0
 BV BND tent_2_1
 BV BND tent_2_2
 BV BND link_0
 BV BND link_1
 BV BND link_2
 BV BND link_3
 BV BND link_4
 BV BND link_5
 BV BND link_6
 BV BND link_7
 BV BND link_8
 BV BND link_9
 BV BND link_10
 BV BND link_11
ENDATA
