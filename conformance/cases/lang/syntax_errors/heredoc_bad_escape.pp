# heredoc bad escape
$x = @(END/nx)
text
END
