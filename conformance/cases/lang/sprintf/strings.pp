notice(sprintf('%s|%10s|%-10s|%.2s|%5.1s|%%', 'abc', 'abc', 'abc', 'abc', 'abc'))
notice(sprintf('%s %s %s', 1, undef, [1, 'a']), sprintf('%p %p %p', 'a', undef, { a => 1 }), sprintf('%c%c', 65, 'b'))
