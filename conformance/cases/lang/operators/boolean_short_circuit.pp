function loud($x) { notice("called ${x}") $x }
notice(loud(false) and loud(true), loud(true) or loud(false), !loud(undef))
notice(1 and 'x', undef or false, '' and true)
