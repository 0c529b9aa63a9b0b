# spec: 001 "end marker": a heredoc without its end
notice(1,
  @(EOT))
  text
  EOT2
