# spec: 003, functions; the classes of errors that code in Ruby rescues
node 'includes' { notice(m::try('include', 'm::c')) }
node 'requires' { notice(m::try('require', 'm::d')) }
node 'contains' { notice(m::try('contain', 'm::c')) }
node 'creates' { notice(m::try('create_resources', 'class', { 'm::d' => {} })) }
node 'declares' { notice(m::try('map', [1]) |$x| { class { 'm::c': p => 'x' } }) }
node 'unknown' { notice(m::try('map', [1]) |$x| { class { 'm::ok': nope => 1 } }) }
node 'body' { notice(m::try('include', 'm::e')) }
node 'others' {
  notify { 'x': }
  notice(m::try('import', 'x'))
  notice(m::try('map', [1]) |$x| { import 'x' })
  notice(m::try('include', 'm::i'))
  notice(m::try('create_resources', 'notify', { 'x' => {} }))
  notice(m::try('map', [1]) |$x| { notify { 'x': } })
  notice(m::try('map', [1]) |$x| { notify { 'zt': tag => 'a b!' } })
  notice(m::try('tag', Resource))
  notice(m::try('realize', Resource))
  notice(m::try('tag', Class))
  notice(m::try('map', [1]) |$x| { Regexp['('] })
}
