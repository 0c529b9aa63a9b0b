define m::d($p = 1) {
  $own = "own-${title}"
  [1].each |$k| { notice(m::scoped('[scope.lookupvar("own"), scope.lookupvar("k"), scope.lookupvar("title"), scope.lookupvar("p")]'), old('[lookupvar("own"), lookupvar("k")]'), getvar('own'), inline_template('<%= @own %> <%= @k %> <%= @title %> <%= @p.inspect %> <%= @name %>')) }
}
