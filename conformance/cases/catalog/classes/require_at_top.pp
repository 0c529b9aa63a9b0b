require b
class b { notify { 'b': } }
