# The database server with its databases.
class profile::db (
  Hash[String[1], Database::Settings] $databases = {},
) {
  class { 'database::server':
    bind_address => $facts['networking']['ip'],
  }
  create_resources('database::schema', $databases, { 'charset' => 'utf8' })

  $owners = $databases.map |$name, $schema| { $schema['owner'] }.unique.sort
  notice("Databases of ${owners.join(', ')} on ${facts['networking']['hostname']}")
}
