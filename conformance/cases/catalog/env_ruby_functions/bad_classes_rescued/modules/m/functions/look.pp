function m::look($name) {
  $inner = 'in'
  [getvar($name), inline_template('<%= scope.lookupvar("inner") %>'), inline_template('<%= @inner %>')]
}
