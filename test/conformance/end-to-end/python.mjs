// Asks a program in Python one request, and reads the lines of JSON that it answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @throws Error with what the program complains of where it fails */
export async function linesOfPython(python, program, request, parse = JSON.parse) {
  const child = spawn(python, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint = (complaint + text).slice(-2000)));
  child.stdin.end(JSON.stringify(request));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${python} ends with ${code}: ${complaint}`);
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => parse(line));
}
