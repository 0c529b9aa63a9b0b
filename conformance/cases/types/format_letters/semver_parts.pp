# spec: 000 "SemVer to String": major.minor.patch, prerelease and build
notice(['1.2.3', '1.2.3-rc.1', '1.2.3+b.5', '1.2.3-a+b'].map |$v| { [String(SemVer($v)), String(SemVer($v), '%s'), String(SemVer($v), '%p'), String(SemVer($v), '%#s')] })
notice(String(SemVer('1.2.3'), '%d'))
