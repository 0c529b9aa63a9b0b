# spec: 002 "The Type System": Array and Hash without parameters hold anything, not Data alone
notice([/a/, default] =~ Array, {/a/ => default} =~ Hash, Array == Array[Any], Array == Array[Data], Hash == Hash[Any, Any], Array[Data] < Array, Hash[Scalar, Data] < Hash)
