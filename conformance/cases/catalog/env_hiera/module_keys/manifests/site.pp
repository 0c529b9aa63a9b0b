# Keys that are not the module's own are left out with a warning
include m
notice(lookup("x", { default_value => "none" }), lookup("m::y"))
