# Richdata: object type deferred
notify { 'a': message => Deferred }
