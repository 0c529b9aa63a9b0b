# absolute type name lower
$x = ::Abc::def
