notify { 'x': tag => Notify['y'] }
notify { 'y': tag => Integer }
