/** The wrapping of the module `textwrap` as CPython 3.11 does it (`Lib/textwrap.py`), in Python. */
export const textwrapSource = String.raw`
import re as _re

_WHITE = '\t\n\x0b\x0c\r '
_LETTER = r'[^\d\W]'
_CHUNKS = _re.compile(
    r'([\t\n\x0b\x0c\r ]+|(?<=[\w!"\'&.,?])-{2,}(?=\w)|[^\t\n\x0b\x0c\r ](?:-(?:(?<=[^\d\W]{2}-)|(?<=[^\d\W]-[^\d\W]-))(?=[^\d\W]-?[^\d\W])'
    r'|(?=[\t\n\x0b\x0c\r ]|\Z)|(?<=[\w!"\'&.,?])(?=-{2,}\w))|[^\t\n\x0b\x0c\r ]+?(?:-(?:(?<=[^\d\W]{2}-)|(?<=[^\d\W]-[^\d\W]-))(?=[^\d\W]-?[^\d\W])'
    r'|(?=[\t\n\x0b\x0c\r ]|\Z)|(?<=[\w!"\'&.,?])(?=-{2,}\w)))')
_PLAIN = _re.compile(r'([\t\n\x0b\x0c\r ]+)')


class TextWrapper:
    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True, replace_whitespace=True, fix_sentence_endings=False,
                 break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None, placeholder=' [...]'):
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

    def _split(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate({ord(c): ' ' for c in _WHITE})
        if self.break_on_hyphens and '-' in text:
            return [chunk for chunk in _CHUNKS.split(text) if chunk]
        return [chunk for chunk in _PLAIN.split(text) if chunk]

    def _long_word(self, chunks, line, length, width):
        left = 1 if width < 1 else width - length
        if self.break_long_words:
            end = left
            chunk = chunks[-1]
            if self.break_on_hyphens and len(chunk) > left:
                hyphen = chunk.rfind('-', 0, left)
                if hyphen > 0 and any(c != '-' for c in chunk[:hyphen]):
                    end = hyphen + 1
            line.append(chunk[:end])
            chunks[-1] = chunk[end:]
        elif not line:
            line.append(chunks.pop())

    def wrap(self, text):
        chunks = self._split(text)
        if self.fix_sentence_endings:
            raise NotImplementedError('fix_sentence_endings')
        if self.width <= 0:
            raise ValueError(f'invalid width {self.width!r} (must be > 0)')
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
                del chunks[-1]
            while chunks:
                size = len(chunks[-1])
                if length + size > width:
                    break
                line.append(chunks.pop())
                length += size
            if chunks and len(chunks[-1]) > width:
                self._long_word(chunks, line, length, width)
                length = sum(map(len, line))
            if self.drop_whitespace and line and line[-1].strip() == '':
                length -= len(line[-1])
                del line[-1]
            if not line:
                continue
            if self.max_lines is None or len(lines) + 1 < self.max_lines or (
                    (not chunks or (self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip())) and length <= width):
                lines.append(indent + ''.join(line))
                continue
            while line:
                if line[-1].strip() and length + len(self.placeholder) <= width:
                    line.append(self.placeholder)
                    lines.append(indent + ''.join(line))
                    break
                length -= len(line[-1])
                del line[-1]
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
