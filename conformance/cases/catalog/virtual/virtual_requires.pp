# Virtual: virtual requires
@notify { 'a': require => Notify['b'] }
@notify { 'b': }
realize Notify['a']
