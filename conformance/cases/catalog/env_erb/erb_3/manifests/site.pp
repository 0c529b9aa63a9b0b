$top = 'tv'
node 'n40' { [1,2].each |$x| { notice(template('m/lam.erb')) } }
node 'n41' { [1,2].each |$x| { notice(inline_template('<%= @x + 1 %>')) $y = $x * 2 notice(inline_template('<%= @y %>')) } }
node 'n43' { notice(inline_template('a', 'b', '<%= 1 + 1 %>')) }
node 'n44' { notice(inline_template("x\n<%= 1 -%>\ny")) }
node 'n46' { notice(inline_template("\n\n<%= raise ArgumentError, 'ae' %>")) }
node 'n48' { notice(inline_template(1)) }
node 'n49' { notice(inline_template()) }
node 'n50' { notice(inline_template('')) }
node 'n51' { $local = 'lv' notice(inline_template("<%= scope['local'] %><%= @local %>")) }
node 'n52' { notice(template('m/trim.erb', 'm/multi.erb')) }
node 'n53' { notice(template('m/none.erb')) }
node 'n55' { notice(inline_template('<%= [1,2].to_s %> <%= nil %> <%= :sym %> <%= 1.0 %> <%= {"a"=>1} %>')) }
