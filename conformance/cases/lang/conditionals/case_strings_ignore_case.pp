case 'ABC' { 'abc': { notice('same') } default: { notice('other') } }
case 1 { '1': { notice('string') } 1.0: { notice('float') } default: { notice('none') } }
