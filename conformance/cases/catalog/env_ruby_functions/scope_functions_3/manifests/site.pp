node 'n24' { notice(inline_template('<%= begin; scope.function_include(["c"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n25' { notice(inline_template('<%= begin; scope.function_tag(["x"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n26' { notice(inline_template('<%= begin; scope.function_tagged(["x"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n27' { notice(inline_template('<%= begin; scope.function_realize(["Notify[x]"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n28' { notice(inline_template('<%= begin; scope.function_sprintf(["%s",1]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n29' { notice(inline_template('<%= begin; scope.function_md5(["a"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n30' { notice(inline_template('<%= begin; scope.function_shellquote(["a b"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n31' { notice(inline_template('<%= begin; scope.function_fqdn_rand([5]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n32' { notice(inline_template('<%= begin; scope.function_digest(["a"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n33' { notice(inline_template('<%= begin; scope.function_sha256(["a"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n34' { notice(inline_template('<%= begin; scope.function_notice(["x","y"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
node 'n35' { notice(inline_template('<%= begin; scope.function_hiera_include(["k"]).inspect; rescue Exception => e; e.class.name + ": " + e.message.lines.first.to_s[0,160]; end %>')) }
