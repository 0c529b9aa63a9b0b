# Tags: node tags
node 'test.example.com' { notify { 'a': } include c }
class c { notify { 'c': } }
