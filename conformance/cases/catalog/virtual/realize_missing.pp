realize(Notify['x'], File['/a'])
