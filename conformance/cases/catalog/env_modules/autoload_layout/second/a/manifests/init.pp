class a { notify { 'second a': } }
