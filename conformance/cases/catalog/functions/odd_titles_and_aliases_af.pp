# Functions: odd titles and aliases af
define d { notice(type($title), type($name)) }
create_resources('d', { 5 => { }, 6.5 => {}, true => {}, [[1, 2]] => {}, default => {} })
