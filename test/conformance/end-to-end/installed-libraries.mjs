// The libraries that rows are loaded with, as files that say which releases are installed: what a run has, and what we look for.
import { execFileSync } from 'node:child_process';

const site = '.venv/lib/python3.11/site-packages';

/** The releases of these libraries that a Python has. @param {string} python @param {readonly string[]} names @returns {Record<string, string>} */
export function releasesIn(python, names) {
  const program = 'import importlib.metadata, sys; print(*[importlib.metadata.version(name) for name in sys.argv[1:]])';
  const versions = execFileSync(python, ['-c', program, ...names], { encoding: 'utf8' })
    .trim()
    .split(' ');
  return Object.fromEntries(names.map((name, i) => [name, versions[i] ?? '']));
}

/** A virtual environment in which they are installed, as far as one looks at it: texts by their paths in the folder that is opened. @param {Record<string, string>} releases */
export function environmentWith(releases) {
  const installed = Object.entries(releases).map(([name, release]) => [`${site}/${name}-${release}.dist-info/METADATA`, '']);
  return { '.venv/pyvenv.cfg': '', [`${site}/pyarrow/__init__.py`]: '', ...Object.fromEntries(installed) };
}
