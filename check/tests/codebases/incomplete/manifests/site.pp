include apache
file_line { 'a line': }
