# spec: 000 "Flags"
['%a','%[a','%(a','%{a','%<a','%|a','% a'].each |$f| { notice(String([1, [2]], $f)) }
