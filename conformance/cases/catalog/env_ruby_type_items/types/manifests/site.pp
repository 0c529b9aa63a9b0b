$t = M::Role
$e = Enum['a', 'b']
$s = Struct[{ 'k' => String }]
$i = Integer[1, 3]
$u = Tuple[String, Integer]
$v = Variant[String, Integer]
notice(inline_template('<%= begin; @e.each.next; rescue => x; x.class; end %> <%= begin; r = []; @e.each { |v| r << v }; r.inspect; rescue => x; x.class; end %> <%= begin; @e.to_a.inspect; rescue => x; x.class; end %> <%= begin; @e.map { |v| v + "!" }.inspect; rescue => x; x.class; end %>'))
notice(inline_template('<%= begin; r = []; @t.each { |v| r << v }; r.inspect; rescue => x; x.class; end %> <%= begin; @t.values.inspect; rescue => x; x.class; end %> <%= begin; @t.map { |v| v }.inspect; rescue => x; x.class; end %>'))
notice(inline_template('<%= begin; @s.each { |v| v.name }; "ok"; rescue => x; x.class; end %> <%= begin; @s.map { |v| v.name }.inspect; rescue => x; x.class; end %> <%= begin; @v.each { |v| v }; "ok"; rescue => x; x.class; end %> <%= begin; @v.map { |v| v.to_s }.inspect; rescue => x; x.class; end %>'))
notice(inline_template('<%= begin; r = []; @i.each { |v| r << v }; r.inspect; rescue => x; x.class; end %> <%= begin; @u.map { |v| v.to_s }.inspect; rescue => x; x.class; end %> <%= begin; @i.each.map { |v| v }.inspect; rescue => x; x.class; end %>'))
notice(inline_template('<%= begin; @t.element_type; rescue => x; x.class; end %> <%= begin; @t.respond_to?(:each); rescue => x; x.class; end %>'))
