class m {
  notice(m::stack())
  [1].each |$x| { notice(m::stack()) }
}
