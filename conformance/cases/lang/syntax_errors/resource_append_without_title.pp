# resource append without title
notice { a +> 1 }
