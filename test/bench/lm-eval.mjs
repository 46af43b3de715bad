// The tasks of lm-evaluation-harness: index, resolve and check of all in one process, and typing among them.
import { join } from 'node:path';
import { benchFolder } from './folder.mjs';
import { benchEdits } from './server.mjs';

/** A task and a group, as they lie in a checkout. */
const documents = ['mmlu/default/mmlu_anatomy.yaml', 'mmlu/default/_mmlu.yaml'];

/**
 * Prints and gives back the figures.
 * @param sources a checkout of lm-evaluation-harness @param builds cli.js by the build's name
 * @param runs of edits; the whole folder is checked three times
 */
export async function lmEvalPart(sources, builds, runs, { say, ms }) {
  const tasks = join(sources, 'lm_eval/tasks');
  const folder = await benchFolder(tasks, builds, 3);
  for (const [name, { configs, seconds, cpuSeconds, peakMemoryMB }] of Object.entries(folder)) {
    const cpu = cpuSeconds ? `, ${cpuSeconds.median} s of the processor` : '';
    say(
      `lm-eval: index, resolve and check, ${name}`,
      `${configs} files in ${seconds.median} s (${seconds.runs} runs)${cpu}, peak ${peakMemoryMB ?? '?'} MB`,
    );
  }
  const { edits, serverPeakMemoryMB } = await benchEdits(
    builds,
    sources,
    Object.fromEntries(documents.map((path) => [path, join(tasks, path)])),
    runs,
  );
  for (const [document, { diagnostics, preview }] of Object.entries(edits))
    for (const name of Object.keys(builds)) {
      say(`lm-eval: edit to diagnostics, ${document}, ${name}`, ms(diagnostics[name]));
      say(`lm-eval: edit to preview, ${document}, ${name}`, ms(preview[name]));
    }
  for (const [name, peak] of Object.entries(serverPeakMemoryMB)) say(`lm-eval: peak memory of the server, ${name}`, `${peak ?? '?'} MB`);
  return { folder, edits, serverPeakMemoryMB };
}
