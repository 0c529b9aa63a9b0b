class k($p = 'dp', Integer $n = 3) {
  notify { 'in k': message => 'x', tag => ['t1', 't2'] }
}
