# spec: 000 "SemVerRange"; its methods in Ruby
node sides {
  ['>=1.2.0 <2.0.0', '1.x', '^0.2.1', '1.2.3 - 2.0', '>1.0.0', '<=2.0.0', '1.x || 3.x', '1.x||2.x', '1.2.3-a', '>2 <1'].each |$range| {
    notice($range, m::sides($range, '>=1.0.0 <3.0.0'))
  }
  notice(m::sides(SemVerRange('>=1.5.0'), '1.x'))
}
node wrong { m::wrong(SemVerRange('1.x')) }
