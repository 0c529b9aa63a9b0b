# The other module of this name is loaded instead.
class m(String $other) {
  notice(template('m/other.erb'), $other, m::gone())
}
