node n01 { notice(inline_template('<% adders = [1, 2].map { |n| ->(x) { x + n } } %><%= adders.map { |a| a.(10) }.inspect %>')) }
node n02 { notice(inline_template('<% procs=[]; [1,2,3].each { |i| j = i*10; procs << lambda { j } } %><%= procs.map(&:call).inspect %>')) }
node n03 { notice(inline_template('<% procs=[]; [1,2,3].each { |i| j = i*10; procs << lambda { j }; j = 5 } %><%= procs.map { |x| x.call }.inspect %>')) }
node n04 { notice(inline_template('<% procs=[]; [1,2,3].each { |i| j = i*10; procs << lambda { j += 1 } } %><%= procs.map { |x| x.call + x.call }.inspect %>')) }
node n05 { notice(inline_template('<% h={}; %w[a b].each { |k| h[k] = ->(v) { "#{k}=#{v}" } } %><%= h["a"].call(1) %>')) }
node n06 { notice(inline_template('<% h = Hash.new { |hh, k| k < 2 ? k : hh[k] = hh[k - 1] + hh[k - 2] } %><%= h[10] %>')) }
node n07 { notice(inline_template('<% s = "abc".freeze; begin; s << "d"; rescue => e %><%= e.class %> <%= e.message %><% end %>')) }
node n08 { notice(inline_template('<% s = "abc"; s.freeze; begin; s << "d"; rescue => e %><%= e.class %><% end %>')) }
node n09 { notice(inline_template('<% s = nil.to_s; begin; s << "d"; rescue => e %><%= e.class %><% end %>')) }
node n10 { notice(inline_template('<% s = "x"; t = s.to_s; t << "d" %><%= s %>')) }
node n11 { notice(inline_template('<%= _erbout.length rescue "none" %>')) }
node n12 { notice(inline_template('x<%# 1 %%>y')) }
node n13 { notice(inline_template('x<%= 1')) }
node n14 { notice(inline_template('<%= scope["fresh"] = "z" %><%= @fresh.inspect %>')) }
node n15 { notice(inline_template('<% f = [1,2].map { |n| g = ->(x) { x < 1 ? n : g.(x - 1) }; g.(3) } %><%= f.inspect %>')) }
node n16 { notice(inline_template('<% i = 0; fs = []; while i < 3; k = i; fs << -> { k }; i += 1; end %><%= fs.map { |f| f.call }.inspect %>')) }
node n17 { notice(inline_template('<% fs = [[1,2],[3,4]].map { |a, b| [5].map { |c| -> { a + b + c } } } %><%= fs.flatten.map { |f| f.call }.inspect %>')) }
node n18 { notice(inline_template('<% a = (1..2).map { |i| h = Hash.new { |hh, k| hh[k] = k * i }; h } %><%= a.map { |h| h[5] }.inspect %>')) }
node n19 { notice(inline_template('<% a = (1..3).map { |i| proc { i += 1; i } } %><%= a.map { |h| h.call }.inspect %>')) }
