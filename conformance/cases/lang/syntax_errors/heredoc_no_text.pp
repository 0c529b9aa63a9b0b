# heredoc no text
notice(@(END))