# spec: 000 "Struct Type"
notice({} =~ Struct[{article => Data}], {} =~ Struct[{article => NotUndef[Data]}], {} =~ Struct[{NotUndef[article] => Data}], {article => undef} =~ Struct[{NotUndef[article] => Data}])
notice({} =~ Struct[{Optional[article] => NotUndef[Data]}], {article => undef} =~ Struct[{Optional[article] => NotUndef[Data]}])
