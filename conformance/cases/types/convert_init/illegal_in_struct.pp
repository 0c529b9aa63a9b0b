# a Struct asks of the types of its values whether they take undef
$struct = Struct[{a => Optional[Init[Undef]]}]
notice({} =~ $struct)
notice(Struct[{a => Init[Undef]}])
