# spec: 000 "Type to String"
notice("${Array[Integer[1,2],3,4]} ${Hash[String,Optional[Data]]} ${Struct[{a=>Integer}]}")
