# The settings of a database in Hiera.
type Database::Settings = Struct[{
  owner             => String[1],
  grants            => Array[Database::Grant],
  Optional[charset] => Enum['utf8', 'utf8mb4', 'latin1'],
}]
