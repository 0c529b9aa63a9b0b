$top = 'tv'
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
