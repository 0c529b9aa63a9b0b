# Rich data: references in keys
notify { t: } notify { r: message => {[Notify[t]] => 1} }
