class shop(Hash $items = {}, $names = undef) {
  $items.each |String $name, Hash $i| {
    shop::item { $name: price => $i['price'], tags => ($i["tags"] ? { undef => [], default => $i["tags"] }).filter |$t| { $t =~ NotUndef } }
  }
  $total = shop::tally($items)
  file { '/shop': content => template('shop/list.erb', 'shop/foot.erb') }
}
