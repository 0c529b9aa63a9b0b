class m {
  notice("é")
}
