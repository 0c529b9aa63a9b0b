create_resources('@notify', {'a' => {message => 1}}, {tag => 't'})
create_resources('@@notify', {'b' => {message => 1}})
realize Notify['a']
