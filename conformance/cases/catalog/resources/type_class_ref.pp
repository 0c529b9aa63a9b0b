# Resources: type class ref
class c { }
Class { 'c': }
