notice(Binary('*not base 64*'))
