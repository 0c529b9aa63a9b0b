# spec: 007 "regular expressions"; groups of matches that begin at the first place where they may, later, and nowhere
$texts = ['role1', 'a-b-c42', '---', 'xx9-yy', "é12", "über-7\nrole22", '', 'aaa', "12\n34"]
$found = Integer[0, 899].map |$i| {
  $text = $texts[$i % 9]
  $first = if $text =~ /([a-z]+)-?(\d{1,6})/ { "${1}:${2}" } else { 'none' }
  $second = if $text =~ /^(\d+)$|(é|ü)(.)/ { "${1}:${2}:${3}" } else { 'none' }
  $third = if $text =~ /(?:(b)-)?\b(\w)(\d*)\Z/ { "${1}:${2}:${3}" } else { 'none' }
  "${first} ${second} ${third}"
}
notice($found[0, 9])
notice($found[891, 9] == $found[0, 9], size(unique($found)))
