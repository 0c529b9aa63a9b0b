# Classes: settings class
include settings
notice($settings::strict)
