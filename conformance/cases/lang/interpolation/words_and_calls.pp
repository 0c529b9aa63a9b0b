# words, calls and operators in braces
$a = 'A'
notice("${length('abc')} ${[a, b]} ${a == 'a'} ${'a' in [a]} ${(a)} ${a ? { a => 'sel' }}")
notice("${if true { 'yes' } else { 'no' }} ${unless true { 1 } else { 2 }} ${case 1 { 1: { 'one' } }}")
notice("${Integer} ${Integer[1, 2]} ${1 + 2 * 3} ${-1} ${!true} ${$b = 'assigned'}")
notice($b)
