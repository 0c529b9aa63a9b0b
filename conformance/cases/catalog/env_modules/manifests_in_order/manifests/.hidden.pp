notice('hidden')
