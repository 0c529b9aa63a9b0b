function m::both() { 'pp' }
