class site::broken {
