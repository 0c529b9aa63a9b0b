class m {
  notice(m::current('1'), m::calling('1'), legacy_group('1'))
  if 'xyz' =~ /(y)/ { notice(m::current('1'), m::calling('1'), legacy_group('1')) }
}
