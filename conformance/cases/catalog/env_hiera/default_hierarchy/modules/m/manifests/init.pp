class m($default, $hidden) { notice("${default} ${hidden}") }
