# only the first of a block is reported
1
2
3
notice(4)
