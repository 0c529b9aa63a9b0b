# Classes: declare virtual
class foo { }
@class { 'foo': }
