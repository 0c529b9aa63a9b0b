# spec: 000 "Struct Type"
$t = Struct[{mode => Enum[read, write, update], path => String[1]}]
notice({mode => read, path => '/a'} =~ $t, {mode => go, path => '/a'} =~ $t, {mode => read} =~ $t, {mode => read, path => '/a', x => 1} =~ $t)
