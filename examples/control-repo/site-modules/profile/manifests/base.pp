# Every node: packages, users, kernel settings, a message of the day.
class profile::base (
  Array[String[1], 1]                 $packages,
  Hash[Profile::Sysctl_key, Scalar]   $sysctl,
  Array[Pattern[/\A[^@\s]+@[^@\s]+\z/]] $admins,
  String                              $motd = 'Welcome',
) {
  class { 'profile::base::repositories': stage => 'setup' }
  include users

  package { $packages:
    ensure => installed,
    tag    => 'base',
  }

  $sysctl.each |$key, $value| {
    profile::sysctl { $key: value => $value }
  }

  file { '/etc/motd':
    content => epp('profile/motd.epp', {
      'text'   => $motd,
      'admins' => $admins,
    }),
  }

  Package <| tag == 'base' |> -> File['/etc/motd']
}
