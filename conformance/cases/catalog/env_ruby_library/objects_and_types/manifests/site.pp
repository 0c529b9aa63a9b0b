type P = Object[{ attributes => { a => Integer, b => { type => String, value => 'x' }, k => { type => Integer, kind => constant, value => 4 } } }]
type Q = Object[{ parent => P, attributes => { c => { type => Array, value => [] } }, functions => { f => Callable[[], Integer] } }]
type M::R = Object[{ parent => P, attributes => { b => { type => String, override => true, final => true, value => 'z' } } }]
$p = P(1)
$q = Q(1, 'y')
$r = Q(1, 'x', [1])
$s = M::R(7)
notice(inline_template('<%= @p._pcore_init_hash.inspect %> <%= t = @p._pcore_type; [t.name, t.attributes.keys, t.label, t.simple_name, t.parent.to_s, t.attributes["a"].name, t.attributes["a"].type.to_s, t.attributes["b"].value, t.attributes["a"].value?, t.attributes["b"].kind].inspect %>'))
notice(inline_template('<%= @p._pcore_type.class %> <%= @p._pcore_type.to_s %> <%= @p._pcore_type == @p._pcore_type %> <%= @p.is_a?(Puppet::Pops::Types::PuppetObject) %> <%= @p.respond_to?(:_pcore_type) %>'))
notice(inline_template('<%= @q._pcore_init_hash.inspect %> <%= @r._pcore_init_hash.inspect %> <%= t = @q._pcore_type; [t.name, t.parent.name, t.attributes.keys, t.attributes(true).keys, t.functions.keys, t.members.keys, t.members(true).keys, t["a"].label, t["zz"].inspect, t["c"].value, t["f"].type.to_s, t["f"].label].inspect %>'))
notice(inline_template('<%= @s._pcore_init_hash.inspect %> <%= t = @s._pcore_type; [t.name, t.label, t.simple_name, t["b"].label, t["b"].override?, t["b"].final?, t["b"].constant?, t["a"].label, t.to_s].inspect %>'))
notice(inline_template('<%= @p._pcore_type["a"].value rescue "#{$!.class}: #{$!.message}" %> <%= @p._pcore_type["k"].constant? %>'))
