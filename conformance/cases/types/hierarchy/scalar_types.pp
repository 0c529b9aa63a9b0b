# spec: 000 "Puppet Types": scalar types
$values = [1, 1.5, true, 'a', /a/, SemVer('1.0.0'), Timespan(1), Timestamp(1)]
$types = [Integer, Float, Boolean, String, Regexp, SemVer, Timespan, Timestamp]
$values.each |$v| { notice($types.filter |$t| { $v =~ $t }, ' ', $v =~ Scalar) }
notice($types.all |$t| { $t < Scalar })
