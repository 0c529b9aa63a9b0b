gadget { 'one': size => 5, ensure => present }
gadget { 'two': colour => 'red', require => Gadget['one'] }
Gadget { size => 1 }
notice(defined(Gadget), Gadget['one']['size'])
