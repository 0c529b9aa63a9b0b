raise 'other module'
