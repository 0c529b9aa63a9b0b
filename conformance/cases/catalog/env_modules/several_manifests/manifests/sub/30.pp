class used { notify { "used ${shared}": } }
