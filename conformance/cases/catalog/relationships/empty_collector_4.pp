notify{['a','b','c','d']:} File<||> ~> Notify['b'] -> User<||>
