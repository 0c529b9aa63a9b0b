# a heredoc of JSON is checked
$a = @(END:json)
  {"a": [1, 2,]}
  | END
