# heredoc no end
notice(@(END))
text
 END2
