# spec: 004 "and": true if both are
notice(true and true, true and false, false and true, false and false)
