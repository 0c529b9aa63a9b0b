# Advice names only what can be seen, and the keys of a Struct are no attributes of objects.
class site::advice {
  $local_name = [1].each |$within| { notice($within) }
  notice($::local_nam, $site::advice::withim, $local_nam, $local_name)
  include 'ntp:server'
  notice($facts['x'].portt)
}
