# A right on a database.
type Database::Grant = Enum['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'ALL']
