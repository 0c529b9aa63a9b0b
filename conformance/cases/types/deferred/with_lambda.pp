# spec: 000 "Deferred Type": no block goes with a deferred call
$d = Deferred('map', [[1, 2]])
notice($d.name)
$d.call
