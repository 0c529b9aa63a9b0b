node 'n00' { notice(m::v('sym'), m::v('sym') == 'sym', type(m::v('sym'))) }
node 'n01' { notice(m::v('symundef'), m::v('symdefault'), type(m::v('symundef')), type(m::v('symdefault'))) }
node 'n02' { notice(m::v('symarr')) }
node 'n03' { notice(m::v('set')) }
node 'n04' { notice(type(m::v('set'))) }
node 'n05' { notice(m::v('range')) }
node 'n06' { notice(m::v('rangef')) }
node 'n07' { notice(m::v('time')) }
node 'n08' { notice(type(m::v('time'))) }
node 'n09' { notice(m::v('date')) }
node 'n10' { notice(m::v('struct')) }
node 'n11' { notice(m::v('nan'), m::v('inf'), m::v('ninf')) }
