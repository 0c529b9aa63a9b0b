# conditions that exclude what is known
class m::guarded(Hash $options = {}, Array $list = []) {
  $nothing = undef
  if $nothing { notify { $nothing: } }
  if $options.is_a(String) { notice($options =~ /a/) }
  elsif $options =~ Array { notice(join($options, ' ')) }
  unless $options =~ Hash { notice($options =~ /a/) }
  if $list !~ Array and $list =~ /a/ { notice('a') }
  case $list {
    Hash: { notice(keys($list)) }
    default: { notice(join($list, ' ')) }
  }
  $plain = $options ? { String => upcase($options), default => '' }
  notice($plain)
}
