notice("${[undef][0]}|${$facts =~ Hash}|${[1.0, 1e20]}|${[undef, 'a', [1]]}|${{ a => undef, 1 => 'b' }}|${/a\/b/}|${[default]}|${Integer[1, 5]}|${File['/x']}")
notice("${'nested "quotes"'} ${"in${'ner'}"} ${Sensitive('x')} ${Timespan(90)} ${SemVer('1.2.3-rc1')}")
