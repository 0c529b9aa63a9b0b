# a quote right at the start belongs to the string when another end follows at once
$x = 'X'
notice(''', """)
notice(""$x", ""${x}b")
notice("${x}"", "$x"$x")
notice("", '', "$", "$$", "$$x")
