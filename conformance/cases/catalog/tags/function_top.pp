# Tags: function top
tag('top') notify { 'a': }
