# Resources: type expression y
@@class { 'x': }
