# spec: 003 "Heredoc", an open text in an interpolation is logged, too
notice(@("A"))
  ${"
  | A
