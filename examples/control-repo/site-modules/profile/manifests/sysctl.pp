# One kernel setting, kept in a file of its own.
define profile::sysctl (
  Scalar $value,
  Integer[0, 99] $order = 50,
  Enum['present', 'absent'] $ensure = present,
) {
  $file = sprintf('/etc/sysctl.d/%02d-%s.conf', $order, regsubst($name, '\.', '_', 'G'))
  file { $file:
    ensure  => $ensure,
    content => "${name} = ${value}\n",
    mode    => '0644',
  }
  ~> exec { "sysctl ${name}":
    command     => "sysctl -p ${file}",
    refreshonly => true,
  }
}
