import { describe, expect, it } from 'vitest';
import { fixture } from '../../support/fixture.js';

const models = `# file: opencompass/models/__init__.py
from .base import *
# file: opencompass/models/base.py
class BaseModel:
    def __init__(self, path, meta_template=None):
        self.template_parser = LMTemplateParser(meta_template)

class BaseAPIModel(BaseModel):
    def __init__(self, path, meta_template=None):
        self.template_parser = APITemplateParser(meta_template)

def _parser(given):
    default = dict(round=[dict(role='HUMAN', api_role='HUMAN'), {'role': 'BOT', 'api_role': 'BOT', 'generate': True}])
    return APITemplateParser(given or default)

class Wrapper(BaseModel):
    def __init__(self, path, meta_template=None):
        super().__init__(path)
        self.template_parser = _parser(meta_template)

class Deaf(Wrapper):
    def __init__(self, path, **kwargs):
        self.template_parser = LMTemplateParser()

class Service(BaseModel):
    def __init__(self, path, meta_template=None):
        super().__init__(path)
        self.meta_template = dict(round=[dict(role='BOT', api_role='BOT')]) if not meta_template else meta_template
        self.template_parser = APITemplateParser(self.meta_template)

class Kept(BaseModel):
    def __init__(self, path, meta_template=None):
        self.meta_template = meta_template if meta_template else None
        self.template_parser = APITemplateParser(self.meta_template)

class Odd(BaseModel):
    def __init__(self, path, parser):
        self.template_parser = parser
`;

/** What a model of a class of the user's is read as. */
function read(base: string, body = 'pass', meta = ''): { parser: unknown; roles: unknown; fromClass: unknown } {
  const { project, file } = fixture(`${models}# file: opencompass/models/mine.py
from opencompass.models import ${base}

class Mine(${base}):
    ${body}
# file: eval.py
from opencompass.models.mine import Mine
$0models = [dict(type=Mine, abbr='m', path='p'${meta})]
`);
  const model = project.load(file)!.config.models[0]!;
  const round = model.metaTemplate?.kind === 'dict' ? model.metaTemplate.get('round') : undefined;
  return { parser: model.parser, roles: round?.kind === 'list' ? round.items.length : undefined, fromClass: model.metaTemplateFromClass };
}

const given = `, meta_template=dict(round=[dict(role='BOT', api_role='BOT', generate=True)])`;

describe('the parser of a class of the user', () => {
  it.each([
    ['is that of its base', 'BaseAPIModel', 'pass', given, { parser: 'api', roles: 1, fromClass: false }],
    [
      'is that of its base by super()',
      'BaseModel',
      'def __init__(self, path): super().__init__(path)',
      given,
      { parser: 'lm', roles: 1, fromClass: false },
    ],
    [
      'is the one that it makes itself',
      'BaseModel',
      'def __init__(self, path): self.template_parser = APITemplateParser(None)',
      given,
      { parser: 'api', roles: undefined, fromClass: true },
    ],
    ['brings the default of its base', 'Wrapper', 'pass', '', { parser: 'api', roles: 2, fromClass: true }],
    ['which the config may replace', 'Wrapper', 'pass', given, { parser: 'api', roles: 1, fromClass: false }],
    ['may read no meta template', 'Deaf', 'pass', given, { parser: 'lm', roles: undefined, fromClass: true }],
    ['brings a default that it keeps on the object', 'Service', 'pass', '', { parser: 'api', roles: 1, fromClass: true }],
    ['has none where it falls back to nothing', 'Kept', 'pass', '', { parser: 'api', roles: undefined, fromClass: false }],
    ['is not guessed', 'Odd', 'pass', '', { parser: undefined, roles: undefined, fromClass: false }],
  ])('%s', (_, base, body, meta, expected) => {
    expect(read(base, body, meta)).toEqual(expected);
  });

  it('is read anew when its source changes', () => {
    const { project, workspace, file } = fixture(
      `${models}# file: eval.py\nfrom opencompass.models import Odd\n$0models = [dict(type=Odd, abbr='m', path='p')]\n`,
    );
    expect(project.load(file)!.config.models[0]!.parser).toBeUndefined();
    workspace.write(
      '/ws/opencompass/models/base.py',
      'class Odd:\n    def __init__(self, path):\n        self.template_parser = LMTemplateParser()\n',
    );
    expect(project.fileChanged('/ws/opencompass/models/base.py')).toContain(file);
    expect(project.load(file)!.config.models[0]!.parser).toBe('lm');
  });
});
