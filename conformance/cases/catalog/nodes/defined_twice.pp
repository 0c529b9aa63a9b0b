node 'test.example.com', 'b' { notify { 'up': } }
node 'b' { }
