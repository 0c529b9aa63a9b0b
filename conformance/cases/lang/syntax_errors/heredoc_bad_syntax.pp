# heredoc bad syntax
$x = @(END:JSON)
text
END
