# A public key of a user.
type Users::Key = Struct[{
  type => Enum['ssh-ed25519', 'ssh-rsa', 'ecdsa-sha2-nistp256'],
  key  => Pattern[/\A[A-Za-z0-9+\/=]+\z/],
}]
