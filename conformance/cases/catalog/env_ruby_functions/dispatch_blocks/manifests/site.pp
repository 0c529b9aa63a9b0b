node a0 { notice(m::oa()) }
node a1 { notice(m::oa() |$x| { 5 }) }
node a3 { notice(m::oa(1)) }
node a14 { notice(m::oc()) }
node a15 { notice(m::oc() |$x| { 5 }) }
node a22 { notice(m::od() |$x| { 5 }) }
node a23 { notice(m::od() || { 5 }) }
node a28 { notice(m::oe()) }
node a29 { notice(m::oe() |$x| { 5 }) }
node a35 { notice(m::of()) }
node a36 { notice(m::of() |$x| { 5 }) }
node a42 { notice(m::og()) }
node a43 { notice(m::og() |$x| { 5 }) }
node a50 { notice(m::oh() |$x| { 5 }) }
node a53 { notice(m::oh(1) |$x| { 5 }) }
node a60 { notice(m::oi(1) |$x| { 5 }) }
node a70 { notice(m::zz()) }
node a71 { notice(m::zz(1)) }
node a72 { notice(m::zz({})) }
node a73 { notice(m::zz({},1)) }
