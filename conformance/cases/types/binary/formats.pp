# spec: 000 "Binary"
notice(Binary('YWJj', '%B'), ' ', Binary('YW Jj', '%b'), ' ', Binary('-_8', '%u'), ' ', Binary('abc', '%s'), ' ', Binary('abc', '%r'))
notice(Binary('YW Jj', '%B'))
