# all instances declare the same resource
define site::fixed {
  notify { 'always the same': }
}
