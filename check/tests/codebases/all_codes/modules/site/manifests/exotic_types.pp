# takes what no literal is
define site::exotic_types(Init[Integer] $number, Iterator $iterator, Callable $callable, Iterable[Integer] $items) {
  notice($number, $iterator, $callable, $items)
}
