# Virtual: exported overrides with query
Notify <<| tag == 'x' and title != 'b' or (message == 1) |>>
