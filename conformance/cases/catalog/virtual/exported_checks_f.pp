# Virtual: exported checks f
@@file { 'r': } file { '/x': }
File['r'] { path => '/x' }
