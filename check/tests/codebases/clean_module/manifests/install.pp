# The package.
class web::install {
  $version = $facts['os']['family'] ? {
    'Debian' => '1',
    default  => undef,
  }
  package { 'web': ensure => $version }
  if $facts['networking']['fqdn'] =~ /^(\w+)\./ {
    notice($1)
  }
}
