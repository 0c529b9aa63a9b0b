# Functions: create resources class rich
class d(Regexp $x, Binary $y) { }
create_resources('class', { 'd' => { x => /a/, y => Binary('aGk=')} })
