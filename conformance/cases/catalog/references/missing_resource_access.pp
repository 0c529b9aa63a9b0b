notice(Notify['x']['message'])
