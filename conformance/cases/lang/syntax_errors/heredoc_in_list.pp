# heredoc in list
$x = [1 @(END:json)]
text
END
