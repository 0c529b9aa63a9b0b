# resource without title
file { mode => '1' }
notice(2)
