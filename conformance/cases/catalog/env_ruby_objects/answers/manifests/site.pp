function m::given($value) { { 'list' => [$value], 'hash' => { 'a' => {}, 'b' => { 'port' => '2' } }, 'text' => "t${value}", 'gone' => 1, 'type' => Integer } }
function m::kinds() { [Integer, File['/x'], /a/, default, Sensitive('s'), Timestamp('2020-01-01')] }
function m::back($x) { $x }
notice(m::change('v'))
notice(m::symbols())
notice(outer('a'))
notice(outer('a', 'b'))
