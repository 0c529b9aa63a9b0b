notice(0)
Notify[a, b] {
  tag => ['ok', 'a b'],
}
notice(1)
notify { a: }
