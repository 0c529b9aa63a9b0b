# spec: 004 "Access operator": parts of texts, whose number of characters is known or not
function parts($text) {
  [$text[0, 2], $text[-3, 2], $text[1, 99], $text[2, 0], $text[9, 2], $text[0, -2], $text[-99, 2], $text[1]]
}
$all = Integer[1, 300].map |$i| { parts("k${i}y") }
notice($all[0], $all[299])
notice(parts('zäöß'), parts('é'), parts(''))
notice(parts('zäöß').map |$part| { [length($part), $part[0], $part[1, 5], length($part[0, 1])] })
notice(parts(parts('aäbcdefghi')[2])[2])
