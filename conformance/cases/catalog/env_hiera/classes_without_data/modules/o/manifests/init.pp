class o($first = 1, $middle = 2, $last = 3) { notify { "o ${first} ${middle} ${last}": } }
