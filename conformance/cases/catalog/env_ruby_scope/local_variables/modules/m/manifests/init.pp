class m { $mv = 1 m::d { 'q': } notice(inline_template('<%= scope.to_hash(false).inspect %> <%= scope.parent_module_name.inspect %>'))
  with(3) |$k| { notice(lv('k'), m::sv('k'), lv('mv')) } }
