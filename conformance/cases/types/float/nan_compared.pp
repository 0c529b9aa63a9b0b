# spec: 004 "Comparisons"
$nan = 0.0 / 0.0
notice($nan == $nan, $nan in [1, $nan])
notice($nan >= 1)
