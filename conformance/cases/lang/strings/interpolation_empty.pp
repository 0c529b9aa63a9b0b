# spec: 001 "Interpolation": of nothing
notice("a${}b")
