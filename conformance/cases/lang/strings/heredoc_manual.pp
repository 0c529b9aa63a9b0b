# spec: 001 "Heredocs": the example of the manual
$displayname = 'N'
$email = 'e'
$gitconfig = @("GITCONFIG"/L)
    [user]
        name = ${displayname}
        email = ${email}
    [alias]
        lg = "log %C(reset) %s \
    %C(cyan)"
    | GITCONFIG
notice($gitconfig)
