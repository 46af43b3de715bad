/** Wrapping of the module `textwrap` as CPython 3.11 has it, in Python: run by our own interpreter. `dedent` and `indent` are the interpreter's own. */
export const textwrapSource = String.raw`
import re as _re

_WHITE = '\t\n\x0b\x0c\r '
_SPACES = {ord(c): ' ' for c in _WHITE}
_WORD = r'[\w!"\'&.,?]'
_LETTER = r'(?!\d)\w'
_NOT_WHITE = r'[^\t\n\x0b\x0c\r ]'
_CHUNKS = _re.compile(
    r'([\t\n\x0b\x0c\r ]+|(?<=' + _WORD + r')-{2,}(?=\w)|' + _NOT_WHITE + r'+?(?:-(?:(?<=' + _LETTER + _LETTER + r'-)|(?<=' + _LETTER + '-' + _LETTER + r'-))(?=' + _LETTER
    + '-?' + _LETTER + r')|(?=[\t\n\x0b\x0c\r ]|\Z)|(?<=' + _WORD + r')(?=-{2,}\w)))')
_SIMPLE = _re.compile(r'([\t\n\x0b\x0c\r ]+)')
_END = _re.compile(r'[a-z][\.\!\?][\"\']?\Z')


class TextWrapper:
    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True, replace_whitespace=True, fix_sentence_endings=False, break_long_words=True,
                 drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None, placeholder=' [...]'):
        self.width, self.max_lines, self.placeholder = width, max_lines, placeholder
        self.initial_indent, self.subsequent_indent = initial_indent, subsequent_indent
        self.expand_tabs, self.tabsize, self.replace_whitespace = expand_tabs, tabsize, replace_whitespace
        self.drop_whitespace, self.fix_sentence_endings = drop_whitespace, fix_sentence_endings
        self.break_long_words, self.break_on_hyphens = break_long_words, break_on_hyphens

    def _pieces(self, text):
        """Words and the white space between them; a word with hyphens is several."""
        plain = text.expandtabs(self.tabsize) if self.expand_tabs else text
        if self.replace_whitespace:
            plain = plain.translate(_SPACES)
        pieces = [piece for piece in (_CHUNKS if self.break_on_hyphens else _SIMPLE).split(plain) if piece]
        if self.fix_sentence_endings:
            ended = False
            for i, piece in enumerate(pieces):
                if ended and piece == ' ':
                    pieces[i], ended = '  ', False
                else:
                    ended = _END.search(piece) is not None
        return pieces

    def _cut(self, piece, room):
        """The part of a word that is too long for any line that this one takes, and the rest."""
        end = room
        if self.break_on_hyphens and len(piece) > room:
            last = piece.rfind('-', 0, room)
            if last > 0 and piece[:last].strip('-'):
                end = last + 1
        return piece[:end], piece[end:]

    def _is_blank(self, piece):
        return self.drop_whitespace and not piece.strip()

    def _check(self):
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        if self.max_lines is None:
            return
        before = self.initial_indent if self.max_lines <= 1 else self.subsequent_indent
        if self.width < len(before + self.placeholder.lstrip()):
            raise ValueError('placeholder too large for max width')

    def wrap(self, text):
        pieces = self._pieces(text)
        self._check()
        lines = []
        at, count = 0, len(pieces)
        while at < count:
            indent = self.subsequent_indent if lines else self.initial_indent
            room = self.width - len(indent)
            if lines and self._is_blank(pieces[at]):
                at += 1
            start, used = at, 0
            while at < count and used + len(pieces[at]) <= room:
                used += len(pieces[at])
                at += 1
            line = pieces[start:at]
            if at < count and len(pieces[at]) > room:
                if self.break_long_words:
                    head, pieces[at] = self._cut(pieces[at], room - used if room > 0 else 1)
                    line.append(head)
                    used += len(head)
                elif not line:
                    line, used, at = [pieces[at]], len(pieces[at]), at + 1
            if line and self._is_blank(line[-1]):
                used -= len(line.pop())
            if not line:
                continue
            ends = at == count or at == count - 1 and self._is_blank(pieces[at])
            if self.max_lines is not None and len(lines) + 1 >= self.max_lines and not (ends and used <= room):
                return self._ended(lines, indent, line, room)
            lines.append(indent + ''.join(line))
        return lines

    def _ended(self, lines, indent, line, room):
        """The lines with the placeholder, in the last one or in the one before it."""
        while line:
            if line[-1].strip() and len(''.join(line)) + len(self.placeholder) <= room:
                return lines + [indent + ''.join(line) + self.placeholder]
            line.pop()
        before = lines[-1].rstrip() if lines else None
        if before is not None and len(before + self.placeholder) <= self.width:
            return lines[:-1] + [before + self.placeholder]
        return lines + [indent + self.placeholder.lstrip()]

    def fill(self, text):
        return '\n'.join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.strip().split()))
`;
