# spec: 003 "Calling Scope Support": inline_epp sees the calling scope
class c { $v = 'local' notice(inline_epp('<%= $v %>'), inline_epp('<%= $x %>', { 'x' => 1 })) }
include c
