type Base = Object[{ name => 'Base', attributes => { id => Integer } }]
type Derived = Object[{ name => 'Derived', parent => Base, attributes => { label => { type => String, value => 'none' } } }]
notice(Derived(1), Derived(2, 'x').label, Derived(3).id, Derived(4) =~ Base, Base > Derived, Derived(1) == Derived(1, 'none'))
