# Classes: declare main
class { 'main': }
