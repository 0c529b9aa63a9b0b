class m::web($one = 1, $list = ['a'], $nothing = undef) {
  notice(m::params())
  notice(m::params('one'))
  notice($::_role)
  m::thing { 'first': one => 'x', two => undef }
  m::thing { 'second': one => { 'k' => Sensitive('s') }, noop => true }
  @m::thing { 'third': one => 3 }
  realize(M::Thing['third'])
}
