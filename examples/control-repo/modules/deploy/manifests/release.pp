# An application in one version, run by systemd.
define deploy::release (
  SemVerLike $version,
  Stdport $port,
  Sensitive[String] $password,
  Enum['present', 'absent'] $ensure = present,
  Hash[String[1], Variant[Scalar, Array]] $environment = {},
) {
  $semver = SemVer($version)
  if $semver < SemVer('1.0.0') {
    notice("${name} ${semver} is not stable yet")
  }

  $variables = $environment.map |$key, $value| {
    $text = $value ? {
      Array   => $value.join(','),
      default => $value,
    }
    "Environment=\"${key}=${text}\""
  }

  file { "/etc/systemd/system/${name}.service":
    ensure  => $ensure,
    content => epp('deploy/unit.epp', { 'app' => $name, 'variables' => $variables }),
  }
  if $ensure == present {
    file { "${deploy::root}/${name}/password":
      content => $password,
      mode    => '0400',
    }
    exec { "deploy ${name}":
      command => "deploy ${name} ${version} --keep ${deploy::keep}",
      unless  => "test -e ${deploy::root}/${name}/${version}",
      require => File['/usr/local/bin/deploy'],
    }
    ~> service { $name:
      ensure    => running,
      subscribe => File["/etc/systemd/system/${name}.service"],
    }
  }
}
