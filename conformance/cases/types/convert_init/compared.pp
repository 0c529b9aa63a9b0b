# spec: 000 "Init": what it is compared with
$answers = [Init[Boolean] >= Array, Init[Boolean] >= Integer, Init[Boolean] >= Regexp, Init[Integer] >= String]
notice($answers.map |$answer| { $answer ? { true => 'yes', default => 'no' } })
