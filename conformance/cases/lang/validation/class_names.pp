# classes have rules
class A { }
class b-c { }
class ::d { }
class _e { }
class f::_g { }
class hI { }
