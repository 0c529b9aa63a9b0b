node 'TEST.example.com' { notify { 'up': } }
