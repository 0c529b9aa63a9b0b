# spec: 000 "Timespan": each Timespan and Timestamp is a key of its own, though equal ones equal
$a = Timespan(1.5)
notice([Timespan(1.5), Timespan(1.5), $a, $a].unique.size, { $a => 1 }[$a], { $a => 1 }[Timespan(1.5)])
notice({ Timespan(1) => 'a', Timespan(1) => 'b' }.length, { a => Timespan(1) } == { a => Timespan(1) })
notice({ Timespan(1) => 1 } == { Timespan(1) => 1 }, [Timespan(1)] == [Timespan(1)], $a in { Timespan(1.5) => 1 })
notice([Timestamp(1), Timestamp(1)].unique.size, [[$a], [$a], [Timespan(1.5)]].unique.size)
notice(Sensitive(Timespan(1)) == Sensitive(Timespan(1)), Sensitive(1) == Sensitive(1))
notice(Variant[Timespan[1], Timespan[1]], Variant[Timespan, Timespan], Timespan[1] == Timespan[1])
notice([type(Timespan(1)), type(Timespan(1))].unique, { Timespan[1] => 1 }[Timespan[1]])
