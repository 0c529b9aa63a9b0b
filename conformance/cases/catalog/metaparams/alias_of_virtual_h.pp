# Metaparams: alias of virtual h
define d { @file { "/v$title": } }
@d { 'x': alias => 'q' }
file { 'q': path => '/zz' }
