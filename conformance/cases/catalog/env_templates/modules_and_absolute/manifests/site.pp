include m
notify { epp('m/with_params.epp', { 'who' => 'site' }): }
