# resource quoted attribute
file { 'a': 'ensure' => file }
