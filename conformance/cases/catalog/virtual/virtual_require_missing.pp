# Virtual: virtual require missing
@notify { 'a': require => Notify['nope'] }
