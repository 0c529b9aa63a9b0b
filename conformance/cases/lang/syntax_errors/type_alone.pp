# type alone
type
