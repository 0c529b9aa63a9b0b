create_resources('class', {'c' => {x => 1}, 'd' => {}})
class c($x) { notice($x) } class d { notice(d) }
