# Rich data: references in arguments of a Deferred
notify { t: } notify { r: message => Deferred('f', [Sensitive(1), Notify[t], {1 => 2}, {Notify[t] => 1}]) }
