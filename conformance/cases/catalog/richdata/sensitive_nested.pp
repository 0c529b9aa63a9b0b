notify { 'a': message => Sensitive(Sensitive('x')), withpath => Sensitive({a => Sensitive(1)}), noop => [Sensitive(2)] }
