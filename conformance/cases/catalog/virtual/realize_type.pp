# Virtual: realize type
realize(Notify)
