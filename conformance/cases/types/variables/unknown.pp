# spec: 000 "Initial Values of Variables"
notice($0 == undef)
notice($missing)
