//! Reads keys, certificates and enveloped data, with OpenSSL's error messages.

pub(crate) mod certificate;
pub(crate) mod key_pair;
mod pem;
pub(crate) mod rsa;
