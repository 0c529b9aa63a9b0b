# spec: 002 "Ruby[T]"
notice(Ruby['A'])
