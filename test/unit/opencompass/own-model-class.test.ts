import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { dataset, imports } from './configs.js';

const own = (base: string, parser: string): Record<string, string> => ({
  'config.py': `${imports}from opencompass.models.pond import PondModel
${dataset}
models = [dict(type=PondModel, abbr='pond', path='p')]
`,
  'opencompass/__init__.py': '',
  'opencompass/models/__init__.py': 'from .pond import PondModel\n',
  'opencompass/models/base.py': 'class BaseModel:\n    pass\n',
  'opencompass/models/base_api.py': 'class APITemplateParser:\n    pass\n',
  'opencompass/models/pond.py': `from .base import BaseModel, LMTemplateParser
from .base_api import APITemplateParser


class PondModel(${base}):

    def __init__(self, path, meta_template=None):
        self.template_parser = ${parser}(meta_template)

    def generate(self, inputs, max_out_len):
        return [self.tokenizer.apply_chat_template(one) for one in inputs]
`,
});

/** How exact the preview is. */
function seal(files: Readonly<Record<string, string>>): string {
  const absolute = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/ws/${path}`, text]));
  const result = preview(createProject(new MemoryWorkspace(absolute, ['/ws']), defaultSettings), '/ws/config.py', { selection: {} });
  if (result.kind !== 'preview') throw new Error(result.reason);
  const { level, reason } = result.preview.exactness;
  return reason === '' ? level : `${level}: ${reason}`;
}

describe('a model class of the user', () => {
  it('may make anything of the messages that it is given: no prompt of it is exact', () => {
    expect(seal(own('BaseModel', 'APITemplateParser'))).toContain(
      'The messages are exact; what PondModel makes of them is known only to its code.',
    );
  });
  it('is given a text that is exact', () => {
    expect(seal(own('BaseModel', 'LMTemplateParser'))).not.toContain('known only');
  });
});
