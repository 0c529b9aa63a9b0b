# Relationships: arrow class decl
class a { } class b { }
class { 'a': } -> class { 'b': }
