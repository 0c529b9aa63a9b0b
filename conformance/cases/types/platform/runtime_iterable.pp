# spec: 000 "Runtime": is it Iterable
$answers = [Runtime['ruby', 'String'] < Iterable, Runtime['ruby', 'NoSuchClass'] < Iterable, Runtime < Iterable]
notice($answers.map |$answer| { $answer ? { true => 'yes', default => 'no' } })
