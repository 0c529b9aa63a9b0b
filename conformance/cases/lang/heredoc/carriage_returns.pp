# line ends of both kinds
notice(@(A))
  one
  two
  |-A
notice('next')
