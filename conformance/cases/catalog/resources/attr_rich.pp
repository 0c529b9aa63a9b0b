# Resources: attr rich
notify { 'a': message => { a => Sensitive('s'), b => Binary('aGk='), c => Timestamp(0), d => SemVer('1.2.3'), e => Timespan(90), f => URI('http://x/y'), g => SemVerRange('>=1.0.0') } }
