class stdl { }
