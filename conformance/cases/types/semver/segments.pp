# spec: 000 "SemVer"
$v = SemVer('1.2.3-rc.1+b5')
notice($v.major, ' ', $v.minor, ' ', $v.patch, ' ', $v.prerelease, ' ', $v.build)
