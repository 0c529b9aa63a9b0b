node 'n01' {
notice(m::cls(Deferred('f')))
}
node 'n02' {
notice(m::cls(Error('f')))
}
node 'n03' {
type P = Object[{attributes => {x => Integer}}]
notice(m::cls(P(1)))
}
