# Virtual: loop collect
$x = ['a', 'b', 'c']
$x.each |$i| { @notify { $i: tag => "t$i" } Notify <| tag == "t$i" |> { message => $i } }
