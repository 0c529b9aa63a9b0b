notice(sprintf('%<a>d %{b}-%<c>05.1f', { 'a' => 5, 'b' => 'x', 'c' => 2.25 }))
