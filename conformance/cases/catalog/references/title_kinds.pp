$t = 5
notify { "${t}": }
notify { $t: }
