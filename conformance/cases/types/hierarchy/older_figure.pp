# spec: 002 "The Type System": the figure
notice(Undef < Any, Data < Any, ScalarData < Data, Array[Data] < Data, Hash[String, Data] < Data, Collection < Any, Array < Collection, Hash < Collection)
notice(Numeric < Scalar, Integer < Numeric, Integer[1, 2] < Integer[0, 5], Float < Numeric, String < Scalar, Boolean < Scalar, Regexp < Scalar)
notice(CatalogEntry < Any, Resource < CatalogEntry, File['a'] < CatalogEntry, Class[a] < CatalogEntry, Type[Integer] < Type, Type < Any, File == Resource['file'])
notice(Regexp < Data, Scalar < Data, Type < Data, CatalogEntry < Data, Collection < Data, Collection >= Data)
