class k { }
