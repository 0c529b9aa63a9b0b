# comment unclosed
notice(1)
  /* never
 closed
