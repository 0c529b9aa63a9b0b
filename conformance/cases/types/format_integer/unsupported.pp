notice(String(5, '%k'))
