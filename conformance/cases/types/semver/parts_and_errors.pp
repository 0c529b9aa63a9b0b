notice(SemVer(1, 2, 3), SemVer(1, 2, 3, 'rc1', 'b5'), SemVer({ major => 1, minor => 2, patch => 3 }), SemVer('1.0.0-alpha') < SemVer('1.0.0'), SemVer('1.0.0+a') == SemVer('1.0.0+b'))
notice(SemVer('1.2'))
