# Classes: declare exported
class foo { }
@@class { 'foo': }
