$shared = 'from ten'
notify { '10': }
