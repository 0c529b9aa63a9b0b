# resource of number
1 { }
