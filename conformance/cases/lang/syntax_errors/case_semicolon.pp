# case semicolon
case 1 { 1: { } ; default: { } }
