/** What the module `string` has beside its constants, as CPython 3.11 has it, in Python. */
export const stringSource = String.raw`
import re as _re

_PLACE = _re.compile(r'\$(?:(?P<escaped>\$)|(?P<named>[_a-zA-Z][_a-zA-Z0-9]*)|\{(?P<braced>[_a-zA-Z][_a-zA-Z0-9]*)\}|(?P<invalid>))')


def capwords(s, sep=None):
    return (sep or ' ').join([part.capitalize() for part in s.split(sep)])


class Template:
    delimiter = '$'

    def __init__(self, template):
        self.template = template

    def _made(self, mapping, kwds, safe):
        parts = []
        at = 0
        for found in _PLACE.finditer(self.template):
            parts.append(self.template[at:found.start()])
            at = found.end()
            name = found.group('named') or found.group('braced')
            if found.group('escaped') is not None:
                parts.append('$')
            elif name is None:
                if not safe:
                    raise ValueError('Invalid placeholder in string')
                parts.append(found.group())
            elif name in kwds:
                parts.append(str(kwds[name]))
            elif not safe:
                parts.append(str(mapping[name]))
            else:
                parts.append(str(mapping[name]) if name in mapping else found.group())
        parts.append(self.template[at:])
        return ''.join(parts)

    def substitute(self, mapping={}, /, **kwds):
        return self._made(mapping, kwds, False)

    def safe_substitute(self, mapping={}, /, **kwds):
        return self._made(mapping, kwds, True)
`;
