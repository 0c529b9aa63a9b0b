class m { notify { 'mod': } }
