# Virtual: metaparameters and queries w26
@notify { 'a': message => "q" }
Notify <<| message == [1] |>>
