# spec: 001 "Conversion of interpolated values": regular expressions and references
notice("${/a\/b/} ${/^(?i:x)$/} ${File['/tmp/x']} ${Class['a::b']} ${Integer[1, 3]} ${Notify} ${Optional[String]}")
