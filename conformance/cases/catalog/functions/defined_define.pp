define dd { }
notice(defined('dd'), defined(Dd), defined(Dd['x']), defined(Type[Dd]), defined('Dd'))
