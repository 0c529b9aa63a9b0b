# the other side, which leads back to where both are included
class site::right {
  notify { 'on both sides': }
  include site::together
}
