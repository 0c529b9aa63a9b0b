# spec: 001 "Conversion of interpolated values": numbers in decimal notation
notice("${(0x1F)} ${(017)} ${(1.0)} ${(1e3)} ${(1.0e-10)} ${(123456789012345680.0)} ${(-0.0)} ${0.1 + 0.2} ${-5}")
$n = 0xff
$f = 1e20
notice("${n} ${f} $n $f ${[$n, $f, 1e15, 1e16, 0.0001, 0.00001]}")
