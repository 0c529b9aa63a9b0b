node n01 { notice(inline_template('<%= Gem::Version.new("2.10") <=> Gem::Version.new("2.9") %>')) }
node n02 { notice(inline_template('<%= %w[1.10 1.9 1.9.rc1].sort_by { |v| Gem::Version.new(v) }.inspect %>')) }
node n03 { notice(inline_template('<%= Gem::Version.new("1.0.rc1") < Gem::Version.new("1.0") %> <%= Gem::Version.new("1.0") == Gem::Version.new("1.0.0") %>')) }
node n04 { notice(inline_template('<%= Gem::Version.new(" 1.0-x ") %> <%= Gem::Version.new("1.0").to_s %> v<%= "#{Gem::Version.new("1.0")}" %>')) }
node n05 { notice(inline_template('<%= (begin; Gem::Version.new("abc"); rescue => e; e.message; end) %>')) }
node n06 { notice(inline_template('<%= [Gem::Version.new("1.0"), Gem::Version.new("1.0.0")].uniq.size %> <%= [Gem::Version.new("1.10"), Gem::Version.new("1.9")].max %> <%= { Gem::Version.new("1.0") => 1 }[Gem::Version.new("1.0.0")].inspect %>')) }
node n07 { notice(inline_template('<%= Gem::Version.new(RUBY_VERSION) >= Gem::Version.new("2.7") %> <%= Gem::Version.new("2.7") <= Gem::Version.new(RUBY_VERSION) %>')) }
node n08 { notice(inline_template('<%= Gem::Version.new(3) > Gem::Version.new("2") %> <%= Gem::Version.new("3") > "2" %> <%= Gem::Version.new("3").segments.inspect %> <%= Gem::Version.new("3") == "3" %> <%= Gem::Version.new("3").between?(Gem::Version.new("1"), Gem::Version.new("4")) %>')) }
node n09 { notice(inline_template('<%= [Gem::Version.new("3")].include?(Gem::Version.new("3.0")) %> <%= Gem::Version.new("3") != Gem::Version.new("3.0") %> <%= [Gem::Version.new("3")].inspect %>')) }
