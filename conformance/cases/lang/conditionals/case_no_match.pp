notice(case 5 { 1: { 'one' } })
case 'x' { /y/: { notice('y') } }
notice('end')
