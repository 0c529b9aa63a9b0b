//! Lists Ruby's names of encodings, which YAML may refer to.

/// One line per encoding: its name, then its aliases.
const NAMES: &str = "\
ASCII-8BIT BINARY\n\
UTF-8 CP65001\n\
US-ASCII ASCII ANSI_X3.4-1968 646\n\
UTF-16BE UCS-2BE\n\
UTF-16LE\n\
UTF-32BE UCS-4BE\n\
UTF-32LE UCS-4LE\n\
UTF-16\n\
UTF-32\n\
UTF8-MAC UTF-8-MAC UTF-8-HFS\n\
EUC-JP eucJP\n\
Windows-31J CP932 csWindows31J SJIS PCK\n\
Big5\n\
Big5-HKSCS Big5-HKSCS:2008\n\
Big5-UAO\n\
CESU-8\n\
CP949\n\
Emacs-Mule\n\
EUC-KR eucKR\n\
EUC-TW eucTW\n\
GB18030\n\
GBK CP936\n\
ISO-8859-1 ISO8859-1\n\
ISO-8859-2 ISO8859-2\n\
ISO-8859-3 ISO8859-3\n\
ISO-8859-4 ISO8859-4\n\
ISO-8859-5 ISO8859-5\n\
ISO-8859-6 ISO8859-6\n\
ISO-8859-7 ISO8859-7\n\
ISO-8859-8 ISO8859-8\n\
ISO-8859-9 ISO8859-9\n\
ISO-8859-10 ISO8859-10\n\
ISO-8859-11 ISO8859-11\n\
ISO-8859-13 ISO8859-13\n\
ISO-8859-14 ISO8859-14\n\
ISO-8859-15 ISO8859-15\n\
ISO-8859-16 ISO8859-16\n\
KOI8-R CP878\n\
KOI8-U\n\
Shift_JIS\n\
Windows-1250 CP1250\n\
Windows-1251 CP1251\n\
Windows-1252 CP1252\n\
Windows-1253 CP1253\n\
Windows-1254 CP1254\n\
Windows-1257 CP1257\n\
IBM437 CP437\n\
IBM720 CP720\n\
IBM737 CP737\n\
IBM775 CP775\n\
CP850 IBM850\n\
IBM852\n\
CP852\n\
IBM855\n\
CP855\n\
IBM857 CP857\n\
IBM860 CP860\n\
IBM861 CP861\n\
IBM862 CP862\n\
IBM863 CP863\n\
IBM864 CP864\n\
IBM865 CP865\n\
IBM866 CP866\n\
IBM869 CP869\n\
Windows-1258 CP1258\n\
GB1988\n\
macCentEuro\n\
macCroatian\n\
macCyrillic\n\
macGreek\n\
macIceland\n\
macRoman\n\
macRomania\n\
macThai\n\
macTurkish\n\
macUkraine\n\
CP950\n\
CP951\n\
IBM037 ebcdic-cp-us\n\
stateless-ISO-2022-JP\n\
eucJP-ms euc-jp-ms\n\
CP51932\n\
EUC-JIS-2004 EUC-JISX0213\n\
GB2312 EUC-CN eucCN\n\
GB12345\n\
ISO-2022-JP ISO2022-JP\n\
ISO-2022-JP-2 ISO2022-JP2\n\
CP50220\n\
CP50221\n\
Windows-1256 CP1256\n\
Windows-1255 CP1255\n\
TIS-620\n\
Windows-874 CP874\n\
MacJapanese MacJapan\n\
UTF-7 CP65000\n\
UTF8-DoCoMo\n\
SJIS-DoCoMo\n\
UTF8-KDDI\n\
SJIS-KDDI\n\
ISO-2022-JP-KDDI\n\
stateless-ISO-2022-JP-KDDI\n\
UTF8-SoftBank\n\
SJIS-SoftBank\n\
";

/// Returns the name of an encoding for any of its names, in any case.
pub fn named(name: &str) -> Option<&'static str> {
    let mut known = NAMES.lines().map(|line| line.split(' '));
    let found = known.find(|names| names.clone().any(|known| known.eq_ignore_ascii_case(name)));
    found.and_then(|mut names| names.next())
}
