# Classes: settings variables b
notice($settings::nope)
