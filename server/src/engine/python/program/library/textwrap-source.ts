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
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _chunks(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(_SPACES)
        chunks = [chunk for chunk in (_CHUNKS if self.break_on_hyphens else _SIMPLE).split(text) if chunk]
        if self.fix_sentence_endings:
            i = 0
            while i < len(chunks) - 1:
                if chunks[i + 1] == ' ' and _END.search(chunks[i]):
                    chunks[i + 1] = '  '
                    i += 2
                else:
                    i += 1
        return chunks

    def _long_word(self, chunks, line, length, width):
        space = 1 if width < 1 else width - length
        if self.break_long_words:
            chunk = chunks[-1]
            end = space
            if self.break_on_hyphens and len(chunk) > space:
                hyphen = chunk.rfind('-', 0, space)
                if hyphen > 0 and any(c != '-' for c in chunk[:hyphen]):
                    end = hyphen + 1
            line.append(chunk[:end])
            chunks[-1] = chunk[end:]
        elif not line:
            line.append(chunks.pop())

    def wrap(self, text):
        chunks = self._chunks(text)
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError('placeholder too large for max width')
        lines = []
        chunks.reverse()
        while chunks:
            line = []
            length = 0
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and chunks[-1].strip() == '' and lines:
                chunks.pop()
            while chunks:
                size = len(chunks[-1])
                if length + size > width:
                    break
                line.append(chunks.pop())
                length += size
            if chunks and len(chunks[-1]) > width:
                self._long_word(chunks, line, length, width)
                length = sum(len(part) for part in line)
            if self.drop_whitespace and line and line[-1].strip() == '':
                length -= len(line.pop())
            if not line:
                continue
            if self.max_lines is None or len(lines) + 1 < self.max_lines or ((not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()) and length <= width):
                lines.append(indent + ''.join(line))
                continue
            while line:
                if line[-1].strip() and length + len(self.placeholder) <= width:
                    line.append(self.placeholder)
                    lines.append(indent + ''.join(line))
                    break
                length -= len(line.pop())
            else:
                if lines:
                    before = lines[-1].rstrip()
                    if len(before) + len(self.placeholder) <= self.width:
                        lines[-1] = before + self.placeholder
                        break
                lines.append(indent + self.placeholder.lstrip())
            break
        return lines

    def fill(self, text):
        return '\n'.join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.strip().split()))
`;
