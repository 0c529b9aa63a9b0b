# spec: 000 "Struct Type"
notice({mode => 'read', path => '/a'} =~ Struct[{mode=>Enum[read, write, update], path=>String[1]}])
notice({} =~ Struct[{article => Data}], {} =~ Struct[{article => NotUndef[Data]}], {article => undef} =~ Struct[{article => NotUndef[Data]}])
notice({} =~ Struct[{NotUndef[article] => Data}], {article => undef} =~ Struct[{NotUndef[article] => Data}])
notice({} =~ Struct[{Optional[article] => NotUndef[Data]}], {article => undef} =~ Struct[{Optional[article] => NotUndef[Data]}])
