# spec: 000 "Binary"
notice(Binary([97, 98]), ' ', Binary({value => 'abc', format => '%s'}), ' ', Binary({value => [255]}))
notice(Binary([256]))
