# Classes: settings variables d
notice($::settings::strict, getvar('settings::storeconfigs'), $settings::log_level)
[$strict, $tasks] = Class['settings']
notice($strict, $tasks)
