# case without options
case 1 { }
