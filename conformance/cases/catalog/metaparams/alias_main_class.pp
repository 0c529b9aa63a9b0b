# spec: 004, metaparameter alias; the main class has its title already
class a { }
class { 'a': alias => ['x', 'main'] }
