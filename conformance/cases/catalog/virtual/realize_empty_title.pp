# Virtual: realize empty title
realize(Notify[''])
