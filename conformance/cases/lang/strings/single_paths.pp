# spec: 001 "Escape sequences (single)": the paths of the manual
notify { 'path': message => 'C:\Program Files(x86)\\' }
notice(Notify['path']['message'], 'C:\\Program Files(x86)\\', 'C:\Program Files(x86)\\'.length)
