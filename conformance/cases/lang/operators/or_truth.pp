# spec: 004 "or": true if either is
notice(true or true, true or false, false or true, false or false)
