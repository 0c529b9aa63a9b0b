notice(Data > ScalarData, Data > Array[Data], RichData > Data, [1, { a => [undef] }] =~ Data, [/x/] =~ Data, [/x/] =~ RichData, { 1 => 2 } =~ Data, default =~ RichData, Sensitive('a') =~ RichData, Timespan(1) =~ Scalar)
notice(Init =~ Type, 5 =~ Init[Integer], 'x' =~ Init[Integer], '5' =~ Init[Integer], Any > Data, Iterator =~ Type, Runtime =~ Type, Error =~ Type, Deferred =~ Type)
