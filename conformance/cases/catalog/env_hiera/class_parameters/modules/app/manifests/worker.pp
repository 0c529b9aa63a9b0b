class app::worker(Integer $threads, String $name_of) { notify { "${name_of} ${threads}": } }
