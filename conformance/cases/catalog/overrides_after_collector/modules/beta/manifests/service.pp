class beta::service(
) inherits alpha {
  (unique(['Some Text', '42'] + ['one'])).unique.each |$k47, $x48| {
    Exec['/bin/r44'] { environment => [] }
  }
}
