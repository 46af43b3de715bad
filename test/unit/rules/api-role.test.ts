import { expect, it } from 'vitest';
import { fixture } from '../../support/fixture.js';

/** The rules that find something where a class of the user's own is given the role names of a service. */
function found(body: string, base = 'BaseAPIModel'): string[] {
  const { project, file } = fixture(`# file: eval_own.py
from own_model import OwnModel
meta = dict(round=[dict(role='HUMAN', api_role='user'), dict(role='BOT', api_role='assistant', generate=True)])
models = [dict(type=OwnModel, abbr='own', path='own', meta_template=meta)]$0
# file: own_model.py
from opencompass.models import ${base}
class OwnModel(${base}):
    def generate(self, inputs, max_out_len=512):
        return [self.ask('\\n'.join(${body} for item in one)) for one in inputs]
# file: opencompass/__init__.py
# file: opencompass/models/__init__.py
from .base_api import BaseAPIModel, APITemplateParser
from .openai_api import OpenAI
# file: opencompass/models/base_api.py
class APITemplateParser:
    def __init__(self, meta_template=None):
        self.meta_template = meta_template
class BaseAPIModel:
    def __init__(self, path, meta_template=None, **kwargs):
        self.template_parser = APITemplateParser(meta_template)
# file: opencompass/models/openai_api.py
from .base_api import BaseAPIModel
class OpenAI(BaseAPIModel):
    def generate(self, inputs, max_out_len=512):
        return [{'HUMAN': 'user'}[item['role']] for item in inputs]
`);
  return project.check(file).flatMap(({ rule }) => (rule === 'api-role-invalid' ? [rule] : []));
}

it('says nothing of a class of the user that sends any role as it is', () => {
  expect(found(`item['role'] + ': ' + item['prompt']`)).toEqual([]);
});

it('warns of a class that tells the usual roles apart, or derives from one of the framework that does', () => {
  expect(found(`('Q: ' if item['role'] == 'HUMAN' else 'A: ') + item['prompt']`)).toHaveLength(2);
  expect(found(`item['role'] + ': ' + item['prompt']`, 'OpenAI')).toHaveLength(2);
});
