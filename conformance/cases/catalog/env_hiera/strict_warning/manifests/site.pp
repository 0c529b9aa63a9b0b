# strict=warning: unknown variables and files of something else are warnings
notice(lookup('k'), lookup('k'))
notice(lookup('j', { default_value => 'none' }))
