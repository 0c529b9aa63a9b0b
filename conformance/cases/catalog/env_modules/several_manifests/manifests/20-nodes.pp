node 'a.example.com' { notify { "a ${shared}": } }
node default { include used }
