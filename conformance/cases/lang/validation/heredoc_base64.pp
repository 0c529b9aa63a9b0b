# a heredoc of base64 is checked
notice(@(END:base64))
  YWJj*
  | END
