# a string on the left is matched with the items as with the options of a case
notice('q' in [/q/], 'abc' in [/b/], 'q' in [String], 1 in [Integer], 'q' in { /q/ => 1 }, 'a' in [Pattern[/a/]])
notice('q' in [['q']], 'q' in [default], '1.0.0' in [SemVer('1.0.0')], 'q' in [Undef], 1 in [/1/], true in [Boolean])
notice('1.5.0' in [SemVerRange('>1.0.0')], 'q' in [undef], 'Q' in [/q/], 'q' in [Enum[q]], 'q' in { String => 1 })
notice(1 in [default], SemVer('1.0.0') in [default], SemVer('1.0.0') in [SemVer], [1] in [default], 'a' in ['A'])
notice('abc' in [/(b)/], $0, $1)
