class m::child($x) inherits m {
  notice($x)
}
