# Virtual: realize missing two
realize(Notify['x'], File['/y'])
