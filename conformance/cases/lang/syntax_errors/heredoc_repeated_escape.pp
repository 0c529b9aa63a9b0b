# heredoc repeated escape
$x = @(END/tnt)
text
END
