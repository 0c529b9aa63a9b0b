# As a failed lookup: the older function, in a virtual instance that is realized.
define server($port = with(1) |$x| {
  hiera('nowhere')
}) {
  notice($port)
}

@server { 'a': }
realize(Server['a'])
