class m { $local = { 'k' => [1, undef, true] } file { '/t': content => template('m/t.erb', 'm/u.erb') } }
include m
notice(inline_template('<%= @kernel.upcase %> <%= scope["list"].size %> <%= scope.lookupvar("m::local")["k"].inspect %>'))
notice(inline_template('<%= @nope.inspect %> <% [1, 2].each do |i| -%><%= i %>,<% end -%>'))
