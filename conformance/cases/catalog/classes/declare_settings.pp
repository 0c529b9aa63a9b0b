# Classes: declare settings
class { 'settings': }
