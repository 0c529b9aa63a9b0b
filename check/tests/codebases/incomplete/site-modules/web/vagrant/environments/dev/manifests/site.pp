include web::of_vagrant
