# virtual call
@notice(1)
