class alpha(
) {
  case ($facts['os'].map |$k, $v| { $k }.join('+') ? { /^(w)(.*)$/ => [2], Enum['db'] => [10], default => [10] }).index |$x| { $x == 1 }.lest || { 2 } {
    default: {
      @file {
        '/srv/r41':
      }
    }
  }
  exec {
    '/bin/r44':
  }
  File <| tag != 'x' and title != 'r1' |> { noop => false }
}
