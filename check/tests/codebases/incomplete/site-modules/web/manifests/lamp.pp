# Is declared without its module elsewhere.
define web::lamp {
  notice($title)
}
