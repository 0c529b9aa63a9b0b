# settings: rich_data=false
# spec: 000 "Deferred Type": without rich data
notify { 'a': message => Deferred('f', [1]) }
notify { 'b': message => Sensitive('secret') }
notify { 'c': message => [/a/, Timestamp(0), default] }
