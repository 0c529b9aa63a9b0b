class m { notice(m::prefix('y'), $module_name) }
