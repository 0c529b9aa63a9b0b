# Only for keys that nobody has; only its own options count
include m
notice(lookup('m::own', { default_value => 'none' }))
notice(lookup('m::env', { default_value => 'none' }))
notice(lookup('m::merged', { default_value => 'none' }))
notice(lookup('m::merged_below', { default_value => 'none' }))
notice(lookup('m::dug.x', { default_value => 'none' }))
notice(lookup('m::converted', { default_value => 'none' }))
notice(lookup('m::plain', { merge => unique }))
