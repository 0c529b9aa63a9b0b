# spec: 000 "Binary"
notice(Binary('YWJj') =~ Binary, [97] =~ Binary, Binary <= Binary, Binary <= Scalar, Binary <= RichData, Binary <= Data, String <= Binary)
notice(type([Binary('YWJj'), Binary('YQ==')], 'reduced'), type([Binary('YWJj'), 'a'], 'reduced'))
