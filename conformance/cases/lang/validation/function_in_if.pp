# nor conditional
if true { function b() { 1 } }
