# one side
class site::left {
  notify { 'on both sides': }
}
