# types cannot be defined yet
type A inherits B { }
