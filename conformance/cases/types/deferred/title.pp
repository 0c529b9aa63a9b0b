# spec: 000 "Deferred Type"
notice(Deferred <= Deferred, String <= Deferred, Deferred('a') =~ Deferred, Deferred('a').name)
notify { Deferred('a'): }
