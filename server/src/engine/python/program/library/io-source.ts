/** `io.StringIO`, in Python: run by our own interpreter. */
export const ioSource = `
from _preflight import unknown as _unknown


class StringIO:
    def __init__(self, initial_value='', newline='\\n'):
        self._text = '' if initial_value is None else initial_value
        self._at = 0
        self.closed = False

    def read(self, size=-1):
        end = len(self._text) if size is None or size < 0 else self._at + size
        found = self._text[self._at:end]
        self._at = min(max(end, self._at), max(len(self._text), self._at))
        return found

    def readline(self, size=-1):
        end = self._text.find('\\n', self._at)
        end = len(self._text) if end < 0 else end + 1
        found = self._text[self._at:end]
        self._at = max(end, self._at)
        return found

    def readlines(self, hint=-1):
        return list(self)

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"string argument expected, got '{type(text).__name__}'")
        self._text = self._text[:self._at] + text + self._text[self._at + len(text):]
        self._at += len(text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def getvalue(self):
        return self._text

    def tell(self):
        return self._at

    def seek(self, offset, whence=0):
        self._at = offset if whence == 0 else len(self._text)
        return self._at

    def truncate(self, size=None):
        self._text = self._text[:self._at if size is None else size]
        return len(self._text)

    encoding = None
    errors = None
    newlines = None
    line_buffering = False

    def readable(self):
        return True

    def writable(self):
        return True

    def seekable(self):
        return True

    def isatty(self):
        return False

    def fileno(self):
        return _unknown('What a text in memory has of a file is not followed.')

    def detach(self):
        return _unknown('What a text in memory has of a file is not followed.')

    def flush(self):
        pass

    def close(self):
        self.closed = True

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if line == '':
            raise StopIteration
        return line

    def __enter__(self):
        return self

    def __exit__(self, *given):
        self.close()
`;
