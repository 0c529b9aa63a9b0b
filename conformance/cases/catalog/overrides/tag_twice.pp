Notify[a] { tag => Sensitive('a b'), tag => 'c d' }
