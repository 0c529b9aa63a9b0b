# spec: 000 "Binary"
notice(Binary('YWJj'), Binary('YWJj', '%b'), Binary('YWJj', '%u'), Binary('YWJj', '%B'), Binary('YWJj', '%s'), Binary('YWJj', '%r'))
notice(Binary([97, 98, 255, 0]), Binary([]))
notice(Binary({value => 'YWJj'}), Binary({value => 'YWJj', format => '%s'}), Binary({value => [97, 98, 99]}))
notice(Binary('YWJj') == Binary('YWJj', '%B'), Binary({value => 'YWJj'}) == Binary('YWJj'), type(Binary('YWJj')))
