# spec: 000 "Object Type, TypeSet": inside other types members are shown by their names, unless one
# of them is given as a hash
$named = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { 'A' => Object[{ name => 'Q', attributes => { a => Integer } }], 'B' => Integer[1] } }]
$whole = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { 'A' => { attributes => { a => Integer } }, 'B' => Integer[1] } }]
notice($named)
notice(Array[$named])
notice($whole)
notice(Array[$whole])
