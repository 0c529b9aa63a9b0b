# The number of bytes of a size.
function database::bytes(Database::Size $size) >> Integer {
  $size ? {
    Integer        => $size,
    /\A(\d+)KiB\z/ => Integer($1) * 1024,
    /\A(\d+)MiB\z/ => Integer($1) * 1048576,
    /\A(\d+)GiB\z/ => Integer($1) * 1073741824,
  }
}
