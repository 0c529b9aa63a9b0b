# except behind a namespace
class a::integer { notice('fine') }
include a::integer
