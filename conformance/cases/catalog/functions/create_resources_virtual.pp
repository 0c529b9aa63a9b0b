create_resources('@notify', { 'v1' => { tag => 'x' }, 'v2' => {} })
create_resources('@@notify', { 'e' => {} })
Notify <| tag == 'x' |>
