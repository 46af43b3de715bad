import { describe, expect, it } from 'vitest';
import { explainError } from '../../../server/src/engine/editor/explain-error.js';

// Whole logs in the shapes in which the frameworks, their launchers and the terminals around them print them.

const meta = [
  'Traceback (most recent call last):',
  '  File "/venv/lib/python3.10/site-packages/opencompass/tasks/openicl_infer.py", line 162, in <module>',
  '    inferencer.run()',
  '  File "/venv/lib/python3.10/site-packages/opencompass/tasks/openicl_infer.py", line 91, in run',
  '    self._inference()',
  '  File "/venv/lib/python3.10/site-packages/opencompass/models/base_api.py", line 233, in _prompt2api',
  '    res, cont = self._role2api_role(item, role_dict, for_gen)',
  '           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
  "KeyError: 'api_role'",
];

const role = [
  'Traceback (most recent call last):',
  '  File "/opt/opencompass/opencompass/models/base.py", line 418, in parse_template',
  '    prompt = self._prompt2str(prompt_template, self.roles)',
  '  File "/opt/opencompass/opencompass/models/base.py", line 560, in _prompt2str',
  '    role_dict[turn]',
  "KeyError: 'user'",
];

const elastic = [
  'E1125 10:12:44.381000 139912 torch/distributed/elastic/multiprocessing/api.py:833] failed (exitcode: 1) local_rank: 0 (pid: 139977) of binary: /venv/bin/python3',
  'Traceback (most recent call last):',
  '  File "/venv/bin/torchrun", line 8, in <module>',
  '    sys.exit(main())',
  '  File "/venv/lib/python3.10/site-packages/torch/distributed/launcher/api.py", line 264, in launch_agent',
  '    raise ChildFailedError(',
  'torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ',
  '============================================================',
  '/opt/opencompass/opencompass/tasks/openicl_infer.py FAILED',
  '------------------------------------------------------------',
  'Failures:',
  '  <NO_OTHER_FAILURES>',
  '------------------------------------------------------------',
  'Root Cause (first observed failure):',
  '[0]:',
  '  time      : 2026-11-25_10:12:44',
  '  rank      : 0 (local_rank: 0)',
  '  exitcode  : 1 (pid: 139977)',
  '  error_file: <N/A>',
  '  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html',
  '============================================================',
];

function ruleOf(lines: readonly string[]): string | undefined {
  return explainError(lines.join('\n'))?.rules[0];
}

describe('the exception of a whole log', () => {
  it('of a task of OpenCompass, behind the bar of its progress and before what torchrun says', () => {
    const [head, ...rest] = meta;
    const log = [
      '11/25 10:12:31 - OpenCompass - INFO - Task [pond-7b/quiz]',
      '\r  0%|          | 0/12 [00:00<?, ?it/s]\r  8%|▊         | 1/12 [00:02<00:22,  2.05s/it]' + head!,
      ...rest,
      ...elastic,
    ];
    expect(ruleOf(log)).toBe('api-role-missing');
    expect(ruleOf([...log, 'srun: error: node-7: task 0: Exited with exit code 1', ''])).toBe('api-role-missing');
  });

  it('is not what the runner says of it later', () => {
    const log = [
      ...role,
      '11/25 10:12:45 - OpenCompass - ERROR - /opt/opencompass/opencompass/runners/local.py - _launch - 236 - task OpenICLInfer[pond-7b/quiz] fail, see',
      'outputs/default/20261125_101230/logs/infer/pond-7b/quiz.out',
      '11/25 10:12:45 - OpenCompass - ERROR - /opt/opencompass/opencompass/runners/base.py - summarize - 64 - OpenICLInfer[pond-7b/quiz] failed with code 1',
    ];
    expect(explainError(log.join('\n'))).toMatchObject({ error: "KeyError: 'user'", frameworks: ['opencompass'] });
    expect(ruleOf(log)).toBe('unknown-role');
  });

  it('is the first of a chain where only that one says something of the config', () => {
    const wrapped = [
      ...role,
      '',
      'During handling of the above exception, another exception occurred:',
      '',
      'Traceback (most recent call last):',
      '  File "/opt/own/run.py", line 12, in main',
      '    raise RuntimeError("task failed") from None',
      'RuntimeError: task failed',
    ];
    expect(ruleOf(wrapped)).toBe('unknown-role');
  });

  it('is the last of a chain where a framework raises that', () => {
    const log = [
      'Traceback (most recent call last):',
      '  File "/venv/lib/python3.12/site-packages/lm_eval/utils.py", line 512, in apply_template',
      '    return rtemplate.render(**doc)',
      "jinja2.exceptions.UndefinedError: 'qestion' is undefined",
      '',
      'The above exception was the direct cause of the following exception:',
      '',
      'Traceback (most recent call last):',
      '  File "/venv/lib/python3.12/site-packages/lm_eval/api/task.py", line 1204, in doc_to_text',
      '    raise ValueError(...) from e',
      'ValueError: Error rendering template: {{qestion}} with doc: {"question": "How deep is it?"}',
    ];
    expect(explainError(log.join('\n'))?.error).toMatch(/^ValueError: Error rendering template/);
  });

  it('comes out of another process, with the calls that it had there', () => {
    const log = [
      'concurrent.futures.process._RemoteTraceback: ',
      '"""',
      ...role,
      '"""',
      '',
      'The above exception was the direct cause of the following exception:',
      '',
      'Traceback (most recent call last):',
      '  File "/opt/opencompass/run.py", line 4, in <module>',
      '    main()',
      '  File "/usr/lib/python3.10/concurrent/futures/_base.py", line 403, in __get_result',
      '    raise self._exception',
      "KeyError: 'user'",
    ];
    expect(ruleOf(log)).toBe('unknown-role');
  });

  it('in colours, with and without the first character of their marks', () => {
    const coloured = [
      '\u001b[2K\u001b[1;31mTraceback (most recent call last):\u001b[0m',
      '  File \u001b[35m"/opt/opencompass/opencompass/models/base.py"\u001b[0m, line \u001b[35m418\u001b[0m, in \u001b[35m_prompt2str\u001b[0m',
      "\u001b[1;31mKeyError\u001b[0m: \u001b[35m'user'\u001b[0m",
    ];
    expect(ruleOf(coloured)).toBe('unknown-role');
    expect(ruleOf(coloured.map((line) => line.replaceAll('\u001b', '')))).toBe('unknown-role');
  });

  it('in a box of rich, whose lines are broken, and in two of them', () => {
    const box = [
      '╭─────────────────────────── Traceback (most recent call last) ───────────────────────────╮',
      '│ /opt/opencompass/run.py:4 in <module>                                                   │',
      '│                                                                                         │',
      '│   1 from opencompass.cli.main import main                                               │',
      '│ ❱ 4 │   main()                                                                          │',
      '│                                                                                         │',
      '│ /home/someone/environments/evaluation-2026-11/lib/python3.10/site-packages/opencompass/ │',
      '│ models/base.py:418 in _prompt2str                                                       │',
      '│                                                                                         │',
      '│ ❱ 418 │   │   role_dict[turn]                                                           │',
      '│ ╭──────────── locals ─────────────╮                                                     │',
      '│ │ turn = {"role": "user"}         │                                                     │',
      '│ ╰─────────────────────────────────╯                                                     │',
      '╰─────────────────────────────────────────────────────────────────────────────────────────╯',
      "KeyError: 'user'",
    ];
    expect(ruleOf(box)).toBe('unknown-role');
    const second = [
      '',
      'During handling of the above exception, another exception occurred:',
      '',
      ...box.slice(0, 6),
      box.at(-2)!,
      'SystemExit: 1',
    ];
    expect(ruleOf([...box, ...second])).toBe('unknown-role');
    const message = [
      "KeyError: 'HuggingFaceCausalM is not in the opencompass::model",
      "registry. Please check whether the value is right.'",
    ];
    expect(ruleOf([...box.slice(0, 6), box.at(-2)!, ...message])).toBe('class-not-found');
  });

  it.each([
    ['GitHub and Docker', (line: string) => `2026-11-25T10:12:44.1234567Z ${line}`],
    ['a logger that writes what a process writes', (line: string) => `2026-11-25 10:12:44,123 - launcher - ERROR - ${line}`],
    ['the logger of AISBench', (line: string) => `[2026-11-25 10:12:44,123] [ais_bench] [\u001b[1m\u001b[31mERROR\u001b[0m] ${line}`],
    ['the logger of the harness', (line: string) => `2026-11-25:10:12:44 ERROR    [evaluator:313] ${line}`],
    ['vLLM', (line: string) => `(EngineCore_0 pid=4711) ERROR 11-25 10:12:44 [core.py:700] ${line}`],
    ['Docker Compose', (line: string) => `evaluate-1  | ${line}`],
    ['journald', (line: string) => `Nov 25 10:12:44 node-7 evaluate[4711]: ${line}`],
    ['srun', (line: string) => `3: ${line}`],
    ['mpirun', (line: string) => `[1,3]<stderr>:${line}`],
    ['an issue, indented', (line: string) => `    ${line}`],
    ['a quotation', (line: string) => `> ${line}`],
    ['a group of exceptions', (line: string) => `    | ${line}`],
  ])('in lines of %s', (_, line) => {
    expect(ruleOf(role.map(line))).toBe('unknown-role');
  });

  it('of several ranks that write between each other', () => {
    const lost = [
      'Traceback (most recent call last):',
      '  File "/venv/lib/python3.10/site-packages/torch/distributed/distributed_c10d.py", line 4164, in barrier',
      '    work = group.barrier(opts=opts)',
      'torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:2251, remote process exited or there was a network error',
      '',
      '',
    ];
    const log = role.flatMap((line, i) => [`[rank0]: ${line}`, `[rank1]: ${lost[i]!}`, `[rank2]: ${role[i]!}`]);
    expect(ruleOf([...log, ...elastic])).toBe('unknown-role');
    const general = ['Traceback (most recent call last):', '  File "/opt/own.py", line 3, in wait', 'ValueError: nothing came'];
    expect(ruleOf([...role.map((line) => `[rank0]: ${line}`), ...general.map((line) => `[rank1]: ${line}`)])).toBe('unknown-role');
    // Without marks the calls of both stand before each.
    expect(ruleOf(role.flatMap((line) => [line, line]))).toBe('unknown-role');
  });

  it('of AISBench, raised or only logged', () => {
    const raised = [
      'Traceback (most recent call last):',
      '  File "/opt/benchmark/ais_bench/benchmark/openicl/icl_retriever/icl_base_retriever.py", line 140, in generate_prompt',
      '    raise AISBenchValueError(ICLR_CODES.ICE_TEMPLATE, "...")',
      'ais_bench.benchmark.utils.logging.exceptions.AISBenchValueError: [\u001b[1m\u001b[41m\u001b[33mICLR-PARAM-002\u001b[0m]\u001b[1m\u001b[31mice_template is required\u001b[0m. Leaving ice_template empty | Visit \u001b[4m\u001b[35mhttps://example.org/faq\u001b[0m for further help.',
    ];
    expect(ruleOf(raised)).toBe('missing-ice-template');
    const logged = [
      '[2026-11-25 10:12:44,123] [ais_bench] [\u001b[1m\u001b[31mERROR\u001b[0m] [ICLR-PARAM-001]the ice token is missing. | Visit https://example.org/faq for further help.',
      '[2026-11-25 10:12:45,007] [ais_bench] [\u001b[32mINFO\u001b[0m] Cleaning up.',
    ];
    expect(ruleOf(logged)).toBe('ice-token-missing');
  });

  it('in JSON, from a notebook and from pytest', () => {
    expect(ruleOf([JSON.stringify({ level: 'error', log: role.join('\n') })])).toBe('unknown-role');
    const notebook = [
      '---------------------------------------------------------------------------',
      'KeyError                                  Traceback (most recent call last)',
      'Cell In[3], line 1',
      '----> 1 model.parse_template(prompt)',
      '',
      'File /opt/opencompass/opencompass/models/base.py:418, in LMTemplateParser._prompt2str(self, prompt, last)',
      '    416     turn = prompt',
      '--> 418     role_dict[turn]',
      '',
      "KeyError: 'user'",
    ];
    expect(ruleOf(notebook)).toBe('unknown-role');
    const pytest = [
      'opencompass/models/base.py:418: in _prompt2str',
      '    role_dict[turn]',
      "E   KeyError: 'user'",
      '=========================== short test summary info ============================',
      "FAILED tests/test_pond.py::test_pond - KeyError: 'user'",
    ];
    expect(ruleOf(pytest)).toBe('unknown-role');
  });

  it('not in a log without one', () => {
    const log = [
      '11/25 10:12:31 - OpenCompass - INFO - Task [pond-7b/quiz]',
      '100%|██████████| 12/12 [00:20<00:00,  1.71s/it]',
      '11/25 10:12:51 - OpenCompass - INFO - time elapsed: 20.10s',
    ];
    expect(explainError(log.join('\n'))).toBeUndefined();
    expect(explainError(elastic.join('\n'))).toBeUndefined();
  });

  it('in bounded time, whatever the text is', () => {
    for (const part of ['│ a', '[rank0]: ', '(a b c ', '2026-11-25 10:12:44 - ', 'A.'.repeat(50), '| ', '\u001b[', '_'.repeat(99)])
      expect(explainError(part.repeat(200_000 / part.length))).toBeUndefined();
  });
});
