class { 'app': conf => { port => 80, name => 'x' } }
class { 'app::two': list => [{ port => 0, name => '' }] }
