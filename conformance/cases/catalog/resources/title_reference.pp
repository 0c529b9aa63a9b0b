notify { Notify['a']: }
