# spec: 000 "Variant": as keys the order of types counts, but not of those of one range
notice([Variant[Integer, Float], Variant[Float, Integer]].unique, [Variant[Integer, Float, String], Variant[String, Float, Integer]].unique)
notice([Variant[String, Boolean], Variant[Boolean, String]].unique, [Variant[String[1, 5], Integer[1, 5]], Variant[Integer[1, 5], String[1, 5]]].unique)
notice(Variant[Array[Variant[Integer, Timespan]], Array[Variant[Timespan, Integer]]], Variant[Integer, Float] == Variant[Float, Integer])
notice({ Variant[Integer, Float] => 1 }[Variant[Float, Integer]], { Variant[Integer, String] => 1 }[Variant[String, Integer]] =~ Undef)
