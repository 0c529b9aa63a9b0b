# Functions: odd titles and aliases f
create_resources('@notify', { 1 => { } })
realize Notify['1']
