# Virtual: realize nonvirtual
notify { 'a': }
realize(Notify['a'])
