# spec: 000 "Resource"
notice(Resource[File], Resource['FILE'], Resource[file], Resource['my::thing'], Resource['my::thing', 'a'], Resource[FILE])
