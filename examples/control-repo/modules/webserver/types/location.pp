# The content that a location of a virtual host serves.
type Webserver::Location = Variant[
  Struct[{ proxy => Pattern[/\Ahttps?:/], Optional[timeout] => Integer[1] }],
  Struct[{ alias => Users::Path }],
]
