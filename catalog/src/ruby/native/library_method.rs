//! Owns the list of the library methods that native code can call.

/// A method of a library or of `Kernel`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// `JSON.generate`
    Json,
    /// `JSON.pretty_generate`
    PrettyJson,
    /// `JSON.parse`
    ParseJson,
    /// `Digest::X.hexdigest`
    HexDigest(Algorithm),
    /// `Digest::X.base64digest`
    Base64Digest(Algorithm),
    /// `Digest::X.digest`
    Digest(Algorithm),
    /// `Base64.encode64`
    Base64Lines,
    /// `Base64.strict_encode64`
    Base64,
    /// `Base64.urlsafe_encode64`
    Base64Url,
    /// `Base64.strict_decode64`
    FromBase64,
    /// `Base64.decode64`
    FromLooseBase64,
    /// `File.join`
    JoinPath,
    /// `File.basename`
    BaseName,
    /// `File.dirname`
    DirName,
    /// `File.extname`
    ExtName,
    /// `File.read`
    ReadFile,
    /// `File.file?`
    IsFile,
    /// `File.directory?`, `Dir.exist?`
    IsFolder,
    /// `Puppet::Parser::Files.find_file`
    FindFile,
    /// `Puppet::Module.find`
    FindModule,
    /// `Pathname.new`
    NewPath,
    /// `Set.new`
    NewSet,
    /// `Set[...]`
    SetOf,
    /// `Hash[...]`
    HashOf,
    /// `Array.new`
    NewArray,
    /// `URI.parse`
    ParseUri,
    /// `URI::Generic.build`
    BuildUri,
    /// `URI.encode_www_form`
    WwwForm,
    /// `URI.encode_www_form_component`
    FormEncoded,
    /// `CGI.escape`
    CgiEscaped,
    /// `ERB::Util.url_encode`
    UrlEncoded,
    /// `CGI.escapeHTML`
    HtmlEscaped,
    /// `YAML.dump`
    Yaml,
    /// `IPAddr.new`
    NewIp,
    /// `Facter.value`
    Fact,
    /// `Puppet::Util::Package.versioncmp`
    CompareVersions,
    /// `Shellwords.escape`
    Shellescape,
    /// `YAML.safe_load` with aliases, `YAML.load`
    LoadYaml,
    /// `File.exist?`
    FileExists,
    /// `Gem::Version.new`
    Version,
    /// `Regexp.escape`
    EscapeRegexp,
    /// `Integer(x)`
    ToInteger,
    /// `Float(x)`
    ToFloat,
    /// `String(x)`
    ToText,
    /// `format`, `sprintf`
    Format,
    /// `_(text)`
    Translated,
    /// `Puppet.debug`, `Puppet.info`: their messages are dropped
    Unseen,
}

/// An algorithm of `Digest`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    Md5,
    Sha1,
    Sha256,
    Sha512,
}

impl Library {
    /// Returns the method of the class or module `constant`, a name such as `Puppet::Module`.
    pub fn named(constant: &str, method: &str) -> Option<Library> {
        let algorithm = match constant {
            "Digest::MD5" => Some(Algorithm::Md5),
            "Digest::SHA1" => Some(Algorithm::Sha1),
            "Digest::SHA256" => Some(Algorithm::Sha256),
            "Digest::SHA512" => Some(Algorithm::Sha512),
            _ => None,
        };
        Some(match (constant, method, algorithm) {
            (_, "hexdigest", Some(algorithm)) => Library::HexDigest(algorithm),
            (_, "digest", Some(algorithm)) => Library::Digest(algorithm),
            (_, "base64digest", Some(algorithm)) => Library::Base64Digest(algorithm),
            ("JSON", "generate" | "dump", _) => Library::Json,
            ("JSON", "pretty_generate", _) => Library::PrettyJson,
            ("JSON", "parse", _) => Library::ParseJson,
            ("Base64", "encode64", _) => Library::Base64Lines,
            ("Base64", "strict_encode64", _) => Library::Base64,
            ("Base64", "urlsafe_encode64", _) => Library::Base64Url,
            ("Base64", "decode64", _) => Library::FromLooseBase64,
            ("Base64", "strict_decode64", _) => Library::FromBase64,
            ("File", "join", _) => Library::JoinPath,
            ("File", "basename", _) => Library::BaseName,
            ("File", "dirname", _) => Library::DirName,
            ("File", "extname", _) => Library::ExtName,
            ("File" | "Puppet::FileSystem", "read", _) => Library::ReadFile,
            ("Puppet::FileSystem", "read_preserve_line_endings", _) => Library::ReadFile,
            ("File" | "Puppet::FileSystem", "file?", _) => Library::IsFile,
            ("File" | "Puppet::FileSystem", "directory?", _) | ("Dir", "exist?", _) => {
                Library::IsFolder
            }
            ("Puppet::FileSystem", "exist?", _) => Library::FileExists,
            ("Puppet::Parser::Files", "find_file", _) => Library::FindFile,
            ("Puppet::Module", "find", _) => Library::FindModule,
            ("Pathname", "new", _) => Library::NewPath,
            ("Set", "new", _) => Library::NewSet,
            ("Set", "[]", _) => Library::SetOf,
            ("Hash", "[]", _) => Library::HashOf,
            ("Array", "new", _) => Library::NewArray,
            ("URI", "parse", _) => Library::ParseUri,
            ("URI::Generic", "build", _) => Library::BuildUri,
            ("URI", "encode_www_form", _) => Library::WwwForm,
            ("URI", "encode_www_form_component", _) => Library::FormEncoded,
            ("CGI", "escape", _) => Library::CgiEscaped,
            ("ERB::Util", "url_encode" | "u", _) => Library::UrlEncoded,
            ("CGI", "escapeHTML" | "escape_html", _) => Library::HtmlEscaped,
            ("ERB::Util", "html_escape" | "h", _) => Library::HtmlEscaped,
            ("YAML" | "Psych", "dump", _) => Library::Yaml,
            ("IPAddr", "new", _) => Library::NewIp,
            ("Facter", "value", _) => Library::Fact,
            ("Puppet::Util::Package", "versioncmp", _) => Library::CompareVersions,
            ("Shellwords", "escape" | "shellescape", _) => Library::Shellescape,
            ("YAML" | "Psych", "safe_load" | "load", _) => Library::LoadYaml,
            ("File", "exist?" | "exists?", _) => Library::FileExists,
            ("Gem::Version", "new", _) => Library::Version,
            ("Regexp", "escape" | "quote", _) => Library::EscapeRegexp,
            ("Puppet", "debug" | "info", _) => Library::Unseen,
            _ => return None,
        })
    }

    /// Returns the method of `Kernel` with a name.
    pub fn of_kernel(name: &str) -> Option<Library> {
        Some(match name {
            "Integer" => Library::ToInteger,
            "Float" => Library::ToFloat,
            "URI" => Library::ParseUri,
            "String" => Library::ToText,
            "format" | "sprintf" => Library::Format,
            "_" => Library::Translated,
            _ => return None,
        })
    }
}
