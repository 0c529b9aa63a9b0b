class a { notice(tagged('a'), tagged('class'), tagged('b'), tagged('a','b'), tagged('main'), tagged('settings')) }
include a
notice(tagged('a'))
