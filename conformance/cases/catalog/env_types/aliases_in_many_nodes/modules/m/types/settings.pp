type M::Settings = Struct[{mode => M::Mode, Optional[ports] => M::Ports}]
