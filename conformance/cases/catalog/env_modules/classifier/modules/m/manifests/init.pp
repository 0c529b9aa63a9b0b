class m($p) { notify { "m ${p} ${tier}": } }
