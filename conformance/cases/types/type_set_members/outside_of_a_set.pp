type X = Array[Object { attributes => {} }]
notice(X)
