define d { notice(inline_template('<%= begin; @title << "x"; rescue => e; e.class; end %>')) notice($title, $name) notify { "n${title}": } }
d { 'one': }
