notice(sprintf('%2$s %1$s', 'a', 'b'), sprintf('%1$*2$d|', 5, 4), sprintf('%*d|%-*d|', 5, 42, 5, 42))
