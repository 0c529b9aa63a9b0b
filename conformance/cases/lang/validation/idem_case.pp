# a case without effects
case 1 { 1: { 2 } default: { } }
notice('after')
