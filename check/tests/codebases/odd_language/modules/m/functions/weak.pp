# the default is never used
function m::weak(Integer $x = 'a', *$rest) >> Optional[Integer] {
  notice($x, $rest)
}
