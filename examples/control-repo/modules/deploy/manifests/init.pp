# The folder and the script that every application needs.
class deploy (
  Users::Path $root = '/srv/apps',
  Integer[1] $keep = 3,
) {
  file { $root:
    ensure => directory,
  }
  file { '/usr/local/bin/deploy':
    mode   => '0755',
    source => 'puppet:///modules/deploy/deploy.sh',
  }
}
