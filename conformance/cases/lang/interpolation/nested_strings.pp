# strings with interpolation in interpolations
$a = 'A'
notice("1 ${"2 ${"3 ${a} 3"} 2"} 1")
notice("${'}'} ${"}"} ${{ '}' => '{' }} ${"${'"'}"}")
notice("${['a', "b${'c'}"].join("-${'x'}-")}")
notice("${ # comment }
  $a /* } */ }")
