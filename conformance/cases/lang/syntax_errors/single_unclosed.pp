# single unclosed
notice('a')
$x = 'abc
  def
