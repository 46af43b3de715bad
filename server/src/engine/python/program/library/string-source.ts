/** What the module `string` has beside its constants, as CPython 3.11 has it, in Python. */
export const stringSource = String.raw`
import re as _re
from _preflight import unknown as _unknown

def capwords(s, sep=None):
    return (sep or ' ').join([part.capitalize() for part in s.split(sep)])


_NAME = '[_a-zA-Z][_a-zA-Z0-9]*'


class Template:
    delimiter = '$'
    idpattern = _NAME
    braceidpattern = None
    flags = _re.IGNORECASE
    pattern = None

    def __init__(self, template):
        self.template = template

    def get_identifiers(self):
        return _unknown('What a template says of itself depends on the release of Python.')

    def is_valid(self):
        return _unknown('What a template says of itself depends on the release of Python.')

    def _places(self):
        if self.pattern is not None:
            return _re.compile(self.pattern, self.flags | _re.VERBOSE)
        mark = _re.escape(self.delimiter)
        name, braced = self.idpattern, self.braceidpattern or self.idpattern
        return _re.compile(mark + r'(?:(?P<escaped>' + mark + r')|(?P<named>' + name + r')|\{(?P<braced>' + braced + r')\}|(?P<invalid>))', 0 if name is _NAME and braced is _NAME else self.flags)

    def _invalid(self, at):
        lines = self.template[:at].splitlines(True)
        column = at - len(''.join(lines[:-1])) if lines else 1
        raise ValueError(f'Invalid placeholder in string: line {len(lines) or 1}, col {column}')

    def _made(self, mapping, kwds, safe):
        parts = []
        at = 0
        for found in self._places().finditer(self.template):
            parts.append(self.template[at:found.start()])
            at = found.end()
            name = found.group('named') or found.group('braced')
            if found.group('escaped') is not None:
                parts.append(self.delimiter)
            elif name is None:
                if not safe:
                    self._invalid(found.start('invalid'))
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
