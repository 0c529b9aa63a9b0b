notice($trusted)
notify { "${trusted['hostname']} ${trusted['domain']} ${trusted['extensions']['pp_role']} ${trusted.dig('external', 'src', 'k')}": }
