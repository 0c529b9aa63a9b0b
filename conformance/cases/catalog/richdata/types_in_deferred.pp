# Rich data: types in arguments of a Deferred
notify { t: } notify { r: message => Deferred('f', [Type[Notify[t]], Array[Notify[t]], Sensitive(Notify[t])]) }
