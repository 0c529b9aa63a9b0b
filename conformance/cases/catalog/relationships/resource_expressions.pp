file { '/a': } -> notify { ['b', 'c']: } ~> exec { '/bin/true': refreshonly => true }
