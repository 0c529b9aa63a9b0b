# type quoted
type A = 'b'
