class base { }
class child inherits base { File['/nope'] { mode => '0644' } }
include child
