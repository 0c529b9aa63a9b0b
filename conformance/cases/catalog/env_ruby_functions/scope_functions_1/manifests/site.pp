node 'n00' { notice(inline_template('<%= begin; scope.function_assert_type(["Integer", 1]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n01' { notice(inline_template('<%= begin; scope.function_binary_file(["c/x"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n02' { notice(inline_template('<%= begin; scope.function_contain(["c"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n03' { notice(inline_template('<%= begin; scope.function_defined(["c"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n04' { notice(inline_template('<%= begin; scope.function_each([[1], 2]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n05' { notice(inline_template('<%= begin; scope.function_epp(["c/x.epp"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n06' { notice(inline_template('<%= begin; scope.function_filter([[1],2]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n07' { notice(inline_template('<%= begin; scope.function_find_file(["c/x"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n08' { notice(inline_template('<%= begin; scope.function_hiera_array(["k"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n09' { notice(inline_template('<%= begin; scope.function_inline_epp(["a"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n10' { notice(inline_template('<%= begin; scope.function_lest([1]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n11' { notice(inline_template('<%= begin; scope.function_lookup(["k"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
