# spec: 000 "Data"
notice({a => [1, undef, {b => 1.5}]} =~ Data, {1 => 2} =~ Data, [default] =~ Data, /a/ =~ Data)
