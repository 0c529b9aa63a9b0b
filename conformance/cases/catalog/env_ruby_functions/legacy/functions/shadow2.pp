function shadow2() { 'pp' }
