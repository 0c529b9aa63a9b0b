# spec: 004 "Functions"; functions of the 3.x API have names of an exact case
node exact { notice(fooBar(1), [2].fooBar, callBar(3), openFoo('a.b')) $x = fooBar(4) notice("$x") }
node lower { notice(foobar(1)) }
node mismatch { notice(lower_file()) }
node current { notice(newCap()) }
node template { notice(inline_template('<%= scope.function_fooBar([1]) %> <%= scope.call_function("fooBar", [2]) %>')) }
node template_lower { notice(inline_template('<%= scope.function_foobar([1]) %>')) }
node template_unknown { notice(inline_template('<%= scope.call_function("nopeBar", [1]) %>')) }
node calls { notice(m::by_name('fooBar'), m::by_name('Upcase')) }
node calls_unknown { notice(m::by_name('nopeBar')) }
