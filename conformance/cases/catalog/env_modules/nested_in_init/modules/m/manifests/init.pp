class m { class sub { notify { 'sub': } } }
