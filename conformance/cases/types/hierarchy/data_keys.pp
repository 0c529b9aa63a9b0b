# spec: 002 "Data"
notice({1 => 2} =~ Data, {'a' => 2} =~ Data, Hash[Scalar, Data] <= Data)
