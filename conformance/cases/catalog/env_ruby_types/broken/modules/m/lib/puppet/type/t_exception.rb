raise Exception, 'deep'
