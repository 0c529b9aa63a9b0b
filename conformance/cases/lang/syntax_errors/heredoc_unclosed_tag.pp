# heredoc unclosed tag
$x = @(END
text
END
