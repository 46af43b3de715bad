/** Entry of the suite: VS Code's extension host calls it, and a rejection is a failed run. */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'bdd', timeout: 20_000, color: true, forbidOnly: true });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await (process.env['PREFLIGHT_WHOLE'] === undefined ? onExamples() : import('./checkout.test.js'));
  // Some of them alone: PREFLIGHT_TESTS=view npm run test:vscode
  const wanted = process.env['PREFLIGHT_TESTS'];
  if (wanted !== undefined) mocha.grep(new RegExp(wanted));
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed`);
}

async function onExamples(): Promise<void> {
  // In this order: the first is about a window in which the server has not been needed yet.
  await import('./activation.test.js');
  await import('./diagnostics.test.js');
  await import('./quick-fixes.test.js');
  await import('./hover.test.js');
  await import('./preview.test.js');
  await import('./last-prompt.test.js');
  await import('./tasks.test.js');
  await import('./names.test.js');
  await import('./editing.test.js');
  await import('./verify.test.js');
  await import('./workspace.test.js');
}
