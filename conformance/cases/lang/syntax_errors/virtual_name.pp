# virtual name
@foo
