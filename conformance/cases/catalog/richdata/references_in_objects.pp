# Rich data: references in objects
type Point = Object[{attributes => {x => Any}}]
notify { t: } notify { r: message => Point(Notify[t]) } notify { s: message => [Point({1 => Class['a']})] }
