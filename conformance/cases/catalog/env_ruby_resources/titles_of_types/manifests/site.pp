node a0 { pa { x: } }
node a1 { notify { n: require => Pa['x'] } }
node a2 { notice(defined(Pa['x'])) }
node a5 { pa { ['q','r']: aa => 1 } }
node a7 { notify { n: message => Pa['x'] } }
node a10 { pb { x: } }
node a11 { notify { n: require => Pb['x'] } }
node a12 { notice(defined(Pb['x'])) }
node a20 { pc { x: } }
node a21 { notify { n: require => Pc['x'] } }
node a22 { notice(defined(Pc['x'])) }
node a26 { @pc { x: } }
node a30 { pd { x: } }
node a31 { notify { n: require => Pd['x'] } }
node a32 { notice(defined(Pd['x'])) }
node a40 { pe { x: } }
node a42 { notice(defined(Pe['x'])) }
node a50 { pf { x: } }
node a51 { notify { n: require => Pf['x'] } }
node a60 { pg { x: } }
node a61 { notify { n: require => Pg['x'] } }
