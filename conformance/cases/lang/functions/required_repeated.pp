# spec: 003 "Required, Optional, and Repeated Parameters": a required repeated parameter takes one or many
class a { }
class b { }
notice(include('a'), include('a', 'b'), include('a', ['b', 'a']))
include()
