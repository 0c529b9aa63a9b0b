function m::lang(Puppet::LookupContext $c, $key) {
  $before = $c.cached_value($key)
  $c.cache($key, 'from the language')
  $c.cache('k_other', 'set there')
  [$before, $c.cached_value($key), $c.cache_has_key('zz')]
}
