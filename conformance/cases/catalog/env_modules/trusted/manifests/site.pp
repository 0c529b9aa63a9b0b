notice($trusted)
notice($trusted['extensions']['pp_role'])
