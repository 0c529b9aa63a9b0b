# semicolon last
notice(1);
