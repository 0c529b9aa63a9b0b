# Tags: function node
node default { tag('nn') notify { 'a': } }
