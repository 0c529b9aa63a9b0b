# spec: 001 "Conversion of interpolated values": regular expressions, references and types
notice("${/a.b\/c/} ${File['/x']} ${Class['a::b']} ${Integer[1, 2]} ${Optional[String]}")
