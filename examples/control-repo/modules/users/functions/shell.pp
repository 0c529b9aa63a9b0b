# The shell of a new account: none for system accounts.
function users::shell(Boolean $system) >> String {
  if $system {
    return '/usr/sbin/nologin'
  }
  $facts['os']['family'] ? {
    'RedHat' => '/usr/bin/bash',
    default  => '/bin/bash',
  }
}
