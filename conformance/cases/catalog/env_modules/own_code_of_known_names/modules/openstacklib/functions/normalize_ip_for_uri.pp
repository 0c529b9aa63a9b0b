function openstacklib::normalize_ip_for_uri($ip) { "uri of ${ip}" }
