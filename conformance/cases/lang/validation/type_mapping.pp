# types of other runtimes only
type A[b] = Integer
