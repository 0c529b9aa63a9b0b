include 'M::Sub'
include '::m::sub'
