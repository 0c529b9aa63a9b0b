# spec: 001 "Interpolation": any expression with a value
notice("${1 + 2} ${[1, 2].map |$x| { $x * 2 }} ${if true { 'yes' }} ${{a => 1}['a']}")
