# spec: 000 "Boolean"
notice(Boolean('true'), Boolean('false'), Boolean('YEs'), Boolean(0), Boolean(0.0), Boolean(3))
Boolean('maybe')
