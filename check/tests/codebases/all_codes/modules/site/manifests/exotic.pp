# types whose values are no literals, and types that need an evaluation
class site::exotic {
  site::exotic_types { 'a':
    number   => 'abc',
    iterator => [1],
    callable => 'f',
    items    => ['a', 5],
  }
  site::exotic_types { 'b':
    number   => '12',
    iterator => [1].reverse_each,
    callable => $facts['x'],
    items    => [1, 2],
  }
}
