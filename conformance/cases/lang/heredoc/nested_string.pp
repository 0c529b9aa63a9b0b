# strings in interpolations, the margin is taken off them too
$x = 'X'
notice(@("A"))
    ${"in
      ner ${x}"} "quoted" ${['a', 'b'].join(', ')}
    ${
      $x
    }
    |-A
