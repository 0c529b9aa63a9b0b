node 'n36' { notice(inline_template('<%= begin; scope.function_generate(["/bin/echo","x"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n37' { notice(inline_template('<%= begin; scope.function_file(["/etc/hostname"]).class.inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n38' { notice(inline_template('<%= begin; scope.function_create_resources(["notify",{"a"=>{}}]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n39' { notice(inline_template('<%= begin; scope.function_inline_template(["x"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n40' { notice(inline_template('<%= begin; scope.function_fail(["x"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
