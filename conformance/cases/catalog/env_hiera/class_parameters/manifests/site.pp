include app
class { 'app::worker': threads => 9 }
