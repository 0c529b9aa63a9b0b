notify { 'stray': }
class m { }
