notice(defined(Class), defined(Resource))
