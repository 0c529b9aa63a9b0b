$top = 'tv'
node 'n00' { notice(template('m/trim.erb')) }
node 'n03' { notice(template('m/err.erb')) }
node 'n04' { notice(template('m/nil.erb')) }
node 'n07' { notice(template('m/pe.erb')) }
node 'n08' { $local = 'lv' notice(template('m/defm.erb')) }
node 'n09' { $local = 'lv' notice(template('m/fn.erb')) }
node 'n10' { $local = 'lv' notice(template('m/fn2.erb')) }
node 'n11' { notice(template('m/fn3.erb')) }
node 'n16' { $local = 'lv' notice(template('m/set.erb')) notice($neu) }
node 'n17' { $h = {a=>undef,'b'=>[1,undef,{c=>default}]} $a = [1,'x'] $u = undef $t = Integer[1] $r = Notify['x'] $f = 1.50 $d = default $s = Sensitive('x') $re = /a/ $i = 5 $b = false notice(template('m/vals.erb')) }
node 'n18' { $h = {a=>undef,'b'=>[1,undef,{c=>default}]} $a = [1,'x'] $u = undef $f = false notice(template('m/iter.erb')) }
node 'n21' { notify { 'n': message => 'mm' } $local = 1 notice(template('m/scopeh.erb')) }
node 'n22' { $uni = 'ü' notice(template('m/uni.erb')) }
node 'n25' { $local = 'lv' notice(template('m/nest.erb')) }
node 'n26' { notice(template('m/facts.erb')) }
node 'n28' { $x = undef $y = '' notice(template('m/und.erb')) }
node 'n29' { notice(template('m/out.erb')) }
node 'n30' { notice(template('m/multi.erb')) }
node 'n32' { notice(template('m/log.erb')) }
node 'n33' { notice(template('m/debug.erb')) }
node 'n34' { $h = {a=>[1,undef],b=>{'c'=>'d'}} notice(template('m/req.erb')) }
node 'n35' { notice(template('m/crlf.erb')) }
node 'n36' { notice(template('m/dash.erb')) }
node 'n37' { notice(template('m/heredoc.erb')) }
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
node 'n56' { $class = 'x' $end = 'y' notice(inline_template('<%= @class %> <%= @end %>')) }
node 'n59' { notice(inline_template('<%= scope.function_versioncmp(["1.0", "2.0"]) %> <%= scope.function_split(["a,b", ","]).inspect %> <%= scope.function_regsubst(["abc","b","x"]) %>')) }
node 'n60' { notice(inline_template('<%= __FILE__ %> <%= __LINE__ %>')) }
node 'n61' { notice(inline_template("<%= ENV['HOME'].class %>")) }
node 'n62' { notice(inline_template('<%= self.to_s.class %>')) }
node 'n63' { notice(inline_template('<% @a, @b = 1, 2 %><%= @a + @b %>')) }
node 'n64' { notice(inline_template('<%= method(:scope).arity %>')) }
node 'n65' { $v = '<%= 1 %>' notice(inline_template($v)) }
node 'n66' { notice(inline_template("<%= scope.environment %> <%= scope.compiler.node.name %>")) }
node 'n67' { $x = { 'k' => Sensitive('s') } notice(inline_template('<%= @x["k"].unwrap %>')) }
node 'n68' { notify { inline_template('<%= "tit" + "le" %>'): message => inline_template("multi\nline") } }
