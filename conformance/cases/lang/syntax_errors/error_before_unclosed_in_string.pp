# error before unclosed in string
notice("a ${1 2} ${'b")
