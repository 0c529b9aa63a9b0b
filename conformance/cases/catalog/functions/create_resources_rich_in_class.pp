# Functions: create resources rich in class
class c1 {
create_resources(notify, { 'b' => { 'message' => Binary('aGk=') } })
}
define d2($y) { notify { $title: message => $y } }
create_resources(d2, { 'b2' => { 'y' => Timestamp(0) } })
include c1
