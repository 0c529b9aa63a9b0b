# settings: storeconfigs=true max_errors=3 reports=log
notice($settings::storeconfigs, $settings::max_errors, $settings::reports, $settings::storeconfigs_backend)
