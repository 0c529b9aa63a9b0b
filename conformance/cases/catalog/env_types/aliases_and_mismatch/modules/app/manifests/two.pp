class app::two(Array[App::Conf] $list) { }
