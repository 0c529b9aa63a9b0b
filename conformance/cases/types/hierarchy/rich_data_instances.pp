# spec: 000 "RichData"
notice(/a/ =~ RichData, default =~ RichData, Integer =~ RichData, Sensitive(1) =~ RichData, {1 => /a/} =~ RichData, {[1] => 1} =~ RichData, [1].reverse_each =~ RichData)
