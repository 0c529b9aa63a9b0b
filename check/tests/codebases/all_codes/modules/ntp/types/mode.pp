type Ntp::Mode = Enum['plain', 'strict']
