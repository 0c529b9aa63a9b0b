# spec: 000 "Object Type, TypeSet": the range of a reference is one of versions
notice(TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', references => { 'X' => { name => 'B', version_range => '1.x || 3.x' } } }])
notice(TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', references => { 'X' => { name => 'B', version_range => 'bad' } } }])
