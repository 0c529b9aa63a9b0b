# Virtual: exported number tag
Notify <<| tag == 1 |>>
