import { describe, expect, it } from 'vitest';
import { mayNameInScript, namedInScript } from '../../../server/src/engine/command-line/named-in-script.js';

/** The option and the name at `$0`, and what stands in the script where the name is said to be. */
function named(marked: string): string | undefined {
  const offset = marked.indexOf('$0');
  const text = marked.replace('$0', '');
  const found = namedInScript(text, offset);
  if (!found) return undefined;
  const written = text.slice(found.start, found.end);
  return `${found.option} ${found.name}${written === found.name ? '' : ` (${JSON.stringify(written)})`}`;
}

describe('names in shell scripts', () => {
  it.each([
    ['one', 'lm_eval --model hf --tasks la$0ke --limit 5'],
    ['of several', 'lm_eval --tasks pond,la$0ke'],
    ['of several words', 'lm-eval run --tasks pond la$0ke --limit 5'],
    ['at its end', 'lm_eval --tasks pond,lake$0'],
    ['at its start', 'lm_eval --tasks pond,$0lake'],
    ['in one word with the option', 'lm_eval --tasks=pond,la$0ke'],
    ['in quotes', 'lm_eval --tasks "pond,la$0ke"'],
    ['in quotes with blanks', "lm_eval --tasks 'pond, la$0ke'"],
    ['in quotes behind the sign', 'lm_eval --tasks="pond,la$0ke"'],
    ['by the short option', 'python -m lm_eval -t la$0ke'],
    ['on a line that is continued', 'lm_eval --model hf \\\n    --tasks pond,la$0ke \\\n    --batch_size 8\n'],
    ['on a line behind its option', 'lm_eval --tasks \\\n  pond \\\n  la$0ke \\\n  --limit 5'],
    ['with lines of Windows', 'lm_eval --model hf \\\r\n  --tasks pond,la$0ke \\\r\n  --limit 5\r\n'],
    ['in quotes of two lines', 'lm_eval --tasks "pond,\\\nla$0ke"'],
    ['next to the end of its line', 'lm_eval --tasks la$0ke\\\n  --limit 5'],
    ['behind other commands', 'cd x && CUDA_VISIBLE_DEVICES=0 accelerate launch -m lm_eval --tasks la$0ke > log.txt 2>&1 | tee x'],
    ['in a command in quotes', 'bash -c "lm_eval --tasks pond,la$0ke"'],
    ['in an argument of a scheduler', "sbatch --wrap='lm_eval --model hf --tasks la$0ke'"],
    ['in a command that is kept', 'CMD="lm_eval --model hf --tasks la$0ke"\n$CMD'],
    ['in a substitution', 'x=$(lm_eval --tasks la$0ke)'],
    ['in a variable', 'TASKS=pond,la$0ke\nlm_eval --tasks $TASKS'],
    ['in a variable in quotes', 'export TASKS="pond,la$0ke"\nlm_eval --tasks="${TASKS}"'],
    ['in a loop', 'for task in pond la$0ke; do\n  lm_eval --model hf \\\n    --tasks $task\ndone'],
    ['in an array', 'tasks=(pond la$0ke)\nfor task in "${tasks[@]}"; do lm_eval --tasks "$task"; done'],
    ['in an array of many lines', 'tasks=(\n  "pond"\n  "la$0ke"  # Deep.\n)\nfor t in ${tasks[@]}\ndo\n  lm_eval --tasks ${t}\ndone'],
    ['in one that others are made of', 'A=la$0ke\nB="pond,$A"\nlm_eval --tasks $B'],
  ])('finds a task: %s', (_, script) => {
    expect(named(script)).toBe('tasks lake');
  });

  it('finds a task with a format, and one whose quotes are within', () => {
    expect(named('lm_eval --tasks la$0ke@mcqa')).toBe('tasks lake@mcqa');
    expect(named('lm_eval --tasks pond,"la$0ke"')).toBe('tasks lake');
    expect(named('lm_eval --tasks la"$0ke"')).toBe('tasks lake ("la\\"ke")');
  });

  it.each([
    ['models', 'opencompass --models ri$0ver --datasets demo'],
    ['models', 'python run.py --datasets demo --models beck ri$0ver --debug'],
    ['models', 'python3 ../run.py --models=ri$0ver'],
    ['models', 'ais_bench --models \\\n  ri$0ver \\\n  --datasets demo'],
    ['datasets', 'ais_bench --models beck --datasets ri$0ver'],
    ['datasets', 'DATASETS="demo ri$0ver"\nopencompass --datasets $DATASETS'],
  ])('finds a config: %s of %s', (option, script) => {
    expect(named(script)).toBe(`${option} river`);
  });

  it('finds a config by a pattern, and with the ending of its lists', () => {
    expect(named('opencompass --datasets "mm$0lu_*"')).toBe('datasets mmlu_*');
    expect(named('opencompass --datasets demo/_te$0st')).toBe('datasets demo/_test');
  });

  it.each([
    ['the value of another option', 'lm_eval --tasks pond --model la$0ke'],
    ['what is not behind the option', 'lm_eval la$0ke --tasks pond'],
    ['the option itself', 'lm_eval --ta$0sks pond'],
    ['the option with a sign', 'lm_eval --ta$0sks=pond'],
    ['a short option of something else', 'tar -t la$0ke\nlm_eval --tasks pond'],
    ['options of that name elsewhere', 'rake --models la$0ke'],
    ['another command', 'lm_eval --tasks pond && cp la$0ke x'],
    ['another line', 'lm_eval --tasks pond\ncp la$0ke'],
    ['a comment', 'lm_eval --tasks pond # la$0ke'],
    ['a file of the output', 'lm_eval --tasks pond > la$0ke'],
    ['what is put in', 'lm_eval --tasks $LA$0KE'],
    ['what is put in, in part', 'lm_eval --tasks la$0ke_$N'],
    ['a variable of something else', 'X=la$0ke\nlm_eval --tasks pond --model $X'],
    ['a script without such commands', 'echo la$0ke'],
    ['an empty name', 'lm_eval --tasks $0'],
    ['a line behind an even number of backslashes', 'lm_eval --tasks pond \\\\\nla$0ke'],
  ])('finds nothing in %s', (_, script) => {
    expect(named(script)).toBeUndefined();
  });

  it('tells what the command gives otherwise', () => {
    const script = 'opencompass --config-dir own/configs --models river --x=1';
    const found = namedInScript(script, script.indexOf('river'))!;
    expect([...found.given('--config-dir'), ...found.given('--x', '--y'), ...found.given('--z')]).toEqual(['own/configs', '1']);
    expect(found.runs(/opencompass/) && !found.runs(/ais_bench/)).toBe(true);
    const withVariable = `NAME=river\n${script.replace('river', '$NAME')}`;
    expect(namedInScript(withVariable, 6)!.given('--config-dir')).toEqual(['own/configs']);
  });

  it('looks once through scripts that have nothing to do with it', () => {
    expect(['make --tasks-per-node=4 -test', 'srun --ntasks 4', 'ls -l'].some(mayNameInScript)).toBe(false);
    expect(['x --tasks a', 'x --tasks=a', 'x \\\n--models a', 'lm_eval -t a', '"--datasets" b'].every(mayNameInScript)).toBe(true);
  });

  it.each([
    ['assignments', 'a=a='.repeat(45_000)],
    ['options', '-a'.repeat(90_000)],
    ['quotes', `"'`.repeat(90_000)],
    ['arrays', 'a=( '.repeat(45_000)],
    ['lines that are continued', 'a \\\n'.repeat(45_000)],
    ['uses of a variable', '--tasks $x\n'.repeat(16_000)],
    ['a word', 'a'.repeat(180_000)],
  ])('takes little time over %s', (_, long) => {
    const script = `x=pond\n${long} --tasks $x lake`;
    const start = process.cpuUsage();
    namedInScript(script, 3);
    namedInScript(script, script.length);
    namedInScript(script, 90_000);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(1);
  });

  it('looks for each variable once, however they take their values from each other', () => {
    const many = (count: number, line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('');
    const crossing = many(60, (i) => `V${String(i)}=$X\n` + many(60, (j) => `V${String(j)}=$V${String(i)}\n`));
    const options = `-a${'='.repeat(18)}b `.repeat(6_000);
    const text = `X=lake\n${crossing}lm_eval --tasks $Y\n${options}`;
    const before = process.cpuUsage();
    expect(namedInScript(text, 4)).toBeUndefined();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(2);
  });
});
