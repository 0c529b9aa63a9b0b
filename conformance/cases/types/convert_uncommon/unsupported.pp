# spec: 000 "new"
notice(RichData.new(1))
notice(Data.new(Sensitive(1)))
