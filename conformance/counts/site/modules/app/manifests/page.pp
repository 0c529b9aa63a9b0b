define app::page(Array[String] $items) {
  file { "/tmp/${title}":
    content => template('app/page.erb'),
  }
}
