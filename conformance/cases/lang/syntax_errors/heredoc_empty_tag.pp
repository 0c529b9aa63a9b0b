# heredoc empty tag
$x = @("")
text
