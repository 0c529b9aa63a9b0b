class c { tag('mine', 'a::b') notify { 'n': } notice(tagged('mine'), tagged('c'), tagged('a'), tagged('other')) }
include c
notice(tagged('c'), tagged('class'))
