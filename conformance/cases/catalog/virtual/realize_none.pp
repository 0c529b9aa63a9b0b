# Virtual: realize none
realize()
