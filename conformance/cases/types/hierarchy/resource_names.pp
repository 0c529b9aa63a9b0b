# spec: 000 "The Type System"
notice(File == Resource[File], File == Resource['file'], File)
