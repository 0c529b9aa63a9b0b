# Paths and values are those of the scope that asks
$where = 'top'
notice(lookup('k'), lookup('v'))
include m
include n
notice(lookup('k'), lookup('v'))
