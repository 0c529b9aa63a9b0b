# versions in Ruby are compared by their numbers, and a block may have local variables
notice(inline_template('<%= Gem::Version.new("2.10") <=> Gem::Version.new("2.9") %>'))
notice(inline_template('<%= %w[1.10 1.9].sort_by { |v| Gem::Version.new(v) }.join(" ") %>'))
notice(inline_template('<% x = 5; [1].each { |q; x| x = 9 } %><%= x %>'))
notice(inline_template('<% y = 1; z = [1, 2].map { |q; y, w| y = w = q; y + w } %><%= y %> <%= z.join(",") %>'))
