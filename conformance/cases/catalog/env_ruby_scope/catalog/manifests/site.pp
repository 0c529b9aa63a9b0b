$topvar = 'tv'
$topundef = undef
node default { $nodevar = 'nv' class { 'outer::inner': p1 => 'uno' } }
