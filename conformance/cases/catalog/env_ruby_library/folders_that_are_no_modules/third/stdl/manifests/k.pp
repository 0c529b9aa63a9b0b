class stdl::k { }
