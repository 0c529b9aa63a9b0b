function twice(Callable[1, 1] &$block) { [$block.call(1)] }
notice('x')
