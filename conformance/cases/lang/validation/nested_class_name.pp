# the name of a nested class begins with the outer name
class a {
  class B { }
  class ::c { }
}
