class m { notice($module_name) }
