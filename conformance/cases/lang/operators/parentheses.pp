# spec: 004 "Expression Syntax": parentheses change the order
notice(10+10/5, (10+10)/5, ((1)))
