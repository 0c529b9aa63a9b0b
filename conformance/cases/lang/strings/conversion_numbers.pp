# spec: 001 "Conversion of interpolated values": numbers in decimal notation
notice("${0x1F} ${017} ${1.0} ${1e3} ${1.0e-10} ${123456789012345680.0} ${-0.0} ${0.1 + 0.2}")
