# messages of a type's parameters name classes of the platform: that of an Error
notice(Integer[Error('m')])
