# Virtual: chain exported
@@notify { 'a': } notify { 'b': }
Notify <<| |>> -> Notify['b']
