function m::ppk($key, $options, $context) { if $key == 'ppkey' { 'fromppk' } else { $context.not_found } }
