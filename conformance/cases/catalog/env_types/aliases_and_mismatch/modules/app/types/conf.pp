type App::Conf = Struct[{ port => App::Port, name => String[1] }]
