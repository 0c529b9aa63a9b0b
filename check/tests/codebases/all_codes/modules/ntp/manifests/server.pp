define ntp::server (
  String $address,
  Enum['v3', 'v4'] $protocol = 'v5',
  Optional[Integer] $weight = undef,
  $unread = 1,
) {
  $lost = 5
  ntp_peer { $title: address => $address, wieght => $weight }
  notify { "${address} ${protocol}": message => ntp::shown(1, 2, 3) }
}
