$top = 't'
class k { notify { 'ink': } }
class c3 { $v = 'local' notice(m::cs('closure_scope.call_function(\'notice\', [\'x\'])')) }
node a3 { include c3 }
node b3 { $v = 1 notice(m::cs('closure_scope.call_function(\'notice\', [\'x\'])')) }
class c7 { $v = 'local' notice(m::cs('closure_scope.call_function(\'create_resources\', [\'notify\', {\'a\' => {}}])')) }
node a7 { include c7 }
class c9 { $v = 'local' notice(m::cs('closure_scope.call_function(\'tag\', [\'tt\'])')) }
node a9 { include c9 }
class c10 { $v = 'local' notice(m::cs('closure_scope.call_function(\'inline_epp\', [\'<%= $top %>\'])')) }
node a10 { include c10 }
class c11 { $v = 'local' notice(m::cs('closure_scope.call_function(\'inline_template\', [\'<%= @top %><%= @v.inspect %>\'])')) }
node a11 { include c11 }
class c14 { $v = 'local' notice(m::cs('closure_scope.environment.name')) }
node a14 { include c14 }
class c20 { $v = 'local' notice(m::cs('closure_scope.call_function(\'getvar\', [\'v\'])')) }
node a20 { include c20 }
node b20 { $v = 1 notice(m::cs('closure_scope.call_function(\'getvar\', [\'v\'])')) }
class c26 { $v = 'local' notice(m::cs('closure_scope.function_notice([\'x\'])')) }
node a26 { include c26 }
class c28 { $v = 'local' notice(m::cs('closure_scope.function_create_resources([\'notify\', {\'b\' => {}}])')) }
node a28 { include c28 }
node b28 { $v = 1 notice(m::cs('closure_scope.function_create_resources([\'notify\', {\'b\' => {}}])')) }
class c31 { $v = 'local' notice(m::cs('closure_scope.call_function(\'include\', [\'k\'])')) }
node a31 { include c31 }
class c33 { $v = 'local' notice(m::cs('closure_scope.call_function(\'contain\', [\'k\'])')) }
node a33 { include c33 }
class c38 { $v = 'local' notice(m::cs('closure_scope.call_function(\'realize\', [\'Notify[q]\'])')) }
node a38 { include c38 }
