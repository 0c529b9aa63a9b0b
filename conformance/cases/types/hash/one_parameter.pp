# spec: 002 "Hash"
notice(Hash[Integer])
