# A user with its group, home directory and keys.
define users::account (
  Integer[100, 60000] $uid,
  Enum['present', 'absent'] $ensure = present,
  Optional[String[1]] $comment = undef,
  Array[String[1]] $groups = [],
  Hash[String, Users::Key] $keys = {},
  Users::Path $home = "/home/${name}",
  Boolean $system = $uid < 1000,
  Users::Path $shell = users::shell($system),
) {
  user { $name:
    ensure     => $ensure,
    uid        => $uid,
    comment    => $comment,
    groups     => $groups,
    home       => $home,
    shell      => $shell,
    system     => $system,
    managehome => !$system,
  }

  if $ensure == 'present' {
    unless $system {
      file { $home:
        ensure => directory,
        owner  => $name,
        mode   => '0700',
      }
    }
    unless $keys.empty {
      file { "${home}/.ssh/authorized_keys":
        owner   => $name,
        mode    => '0600',
        content => epp('users/authorized_keys.epp', { 'user' => $name, 'keys' => $keys }),
        require => User[$name],
      }
    }
  }
}
