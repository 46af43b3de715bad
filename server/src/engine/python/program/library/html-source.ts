const latin = `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12
frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave
Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde
ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`;

const others = `OElig:338 oelig:339 Scaron:352 scaron:353 Yuml:376 fnof:402 circ:710 tilde:732 Alpha:913 Beta:914 Gamma:915 Delta:916 Theta:920 Lambda:923 Pi:928 Sigma:931 Phi:934
Psi:936 Omega:937 alpha:945 beta:946 gamma:947 delta:948 epsilon:949 zeta:950 eta:951 theta:952 iota:953 kappa:954 lambda:955 mu:956 nu:957 xi:958 omicron:959 pi:960 rho:961
sigma:963 tau:964 upsilon:965 phi:966 chi:967 psi:968 omega:969 ensp:8194 emsp:8195 thinsp:8201 zwnj:8204 zwj:8205 ndash:8211 mdash:8212 lsquo:8216 rsquo:8217 sbquo:8218
ldquo:8220 rdquo:8221 bdquo:8222 dagger:8224 Dagger:8225 bull:8226 hellip:8230 permil:8240 prime:8242 Prime:8243 lsaquo:8249 rsaquo:8250 oline:8254 euro:8364 trade:8482
larr:8592 uarr:8593 rarr:8594 darr:8595 harr:8596 rArr:8658 hArr:8660 forall:8704 part:8706 exist:8707 empty:8709 isin:8712 sum:8721 minus:8722 radic:8730 infin:8734 cap:8745
cup:8746 int:8747 there4:8756 asymp:8776 ne:8800 equiv:8801 le:8804 ge:8805 sub:8834 sup:8835 apos:39`;

/** The module `html` as CPython 3.11 has it, in Python. Names of characters that HTML 4 does not have are not followed. */
export const htmlSource = String.raw`
import re as _re
from _preflight import unknown as _unknown

_BARE = {'amp': '&', 'AMP': '&', 'lt': '<', 'LT': '<', 'gt': '>', 'GT': '>', 'quot': '"', 'QUOT': '"', 'COPY': '\xa9', 'REG': '\xae'}
for _i, _name in enumerate('''${latin}'''.split()):
    _BARE[_name] = chr(160 + _i)
_NAMED = {}
for _pair in '''${others}'''.split():
    _name, _code = _pair.split(':')
    _NAMED[_name] = chr(int(_code))
_CHARREF = _re.compile(r'&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)')


def _character(found):
    s = found.group(1)
    if s[0] == '#':
        num = int(s[2:].rstrip(';'), 16) if s[1] in 'xX' else int(s[1:].rstrip(';'))
        if num in (0, 13) or 0x80 <= num <= 0x9f:
            return _unknown('What HTML makes of this number of a character is not modelled.')
        if 0xD800 <= num <= 0xDFFF or num > 0x10FFFF:
            return '\uFFFD'
        if num < 32 and num not in (9, 10, 12) or num == 127 or 0xfdd0 <= num <= 0xfdef or num & 0xfffe == 0xfffe or num == 11:
            return ''
        return chr(num)
    name = s[:-1] if s.endswith(';') else s
    if s.endswith(';') and (name in _BARE or name in _NAMED):
        return _BARE[name] if name in _BARE else _NAMED[name]
    if s.endswith(';') and name.isalnum() and name.isascii() and not any(name[:x] in _BARE for x in range(2, len(name) + 1)):
        return _unknown('This name of a character is not modelled.')
    for x in range(len(s), 1, -1):
        if s[:x] in _BARE:
            return _BARE[s[:x]] + s[x:]
    return '&' + s


def unescape(s):
    return s if '&' not in s else _CHARREF.sub(_character, s)


def escape(s, quote=True):
    s = s.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    return s.replace('"', '&quot;').replace("'", '&#x27;') if quote else s
`;
