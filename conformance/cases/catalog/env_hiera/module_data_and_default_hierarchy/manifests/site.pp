include m
notice(lookup('m::only_module'), lookup('m::fallback', undef, undef, 'none'))
