define shop::item(Numeric $price, Array $tags = [], Optional[Boolean] $gone = undef) {
  @@file { "/items/${title}": content => "${price}", tag => ['item'] + $tags.map |$t| { "t-${t}".downcase } }
  if $price > 1.7 { notify { "dear ${title}": require => File["/items/${title}"] } }
}
