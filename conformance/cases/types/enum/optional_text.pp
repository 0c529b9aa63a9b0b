# spec: 000 "Optional": a text in Optional or NotUndef accepts an Enum of one text, whatever it is
$answers = [Enum['a'] <= Optional['x'], Enum['a'] <= NotUndef['a'], Enum['a', 'b'] <= Optional['a']]
notice($answers.map |$answer| { $answer ? { false => 'no', default => 'yes' } })
