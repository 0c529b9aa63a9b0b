notify { '99': }
