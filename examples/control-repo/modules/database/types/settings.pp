# What Hiera says of a database.
type Database::Settings = Struct[{
  owner             => String[1],
  grants            => Array[Database::Grant],
  Optional[charset] => Enum['utf8', 'utf8mb4', 'latin1'],
}]
