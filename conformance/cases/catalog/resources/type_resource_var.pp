# Resources: type resource var
$t = Notify
$t { 'a': }
Resource[$t] { 'b': }
