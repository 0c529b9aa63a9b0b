class app(App::Conf $conf) { notify { "${conf['port']}": } }
