# spec: 004 "Expression Syntax": the example with parentheses
notice(10+10/5, (10+10)/5, ((((1)))), (7+8)*2, 7+8*2)
