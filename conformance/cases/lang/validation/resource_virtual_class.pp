# classes are not virtual
@class { 'a': }
@@class { 'b': }
