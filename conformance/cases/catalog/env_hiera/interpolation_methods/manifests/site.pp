$local = 'site'
['plain', 'nested', 'dotted', 'alias', 'alias_hash', 'lit', 'scoped', 'list', 'keys', 'missing', 'multi'].each |$k| { notice($k, lookup($k)) }
