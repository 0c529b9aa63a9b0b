type Site::Options = Struct[{ portt => Integer }]
