# Package sources, in a stage before everything else.
class profile::base::repositories {
  case $facts['os']['family'] {
    'Debian': {
      file { '/etc/apt/sources.list.d/site.list':
        content => "deb https://mirror.example.com/debian ${facts['os']['distro']['codename']} main\n",
      }
      ~> exec { 'apt-get update': refreshonly => true }
    }
    'RedHat': {
      $major = Integer($facts['os']['release']['major'])
      file { '/etc/yum.repos.d/site.repo':
        content => @("REPO"/L),
          [site]
          name=Site repository for ${facts['os']['name']} ${major}
          baseurl=https://mirror.example.com/rocky/${major}/\
          ${facts['os']['architecture']}
          gpgcheck=1
          | REPO
      }
    }
    default: {
      fail("${facts['os']['family']} is not supported")
    }
  }
}
