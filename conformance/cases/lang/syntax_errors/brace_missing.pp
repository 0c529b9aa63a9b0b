# brace missing
class a {
  if true {
    notice(1)
}
