# spec: 000 "Type Algebra on String": the function of the example
notice(type_of(['a', 'b', 'c']))
