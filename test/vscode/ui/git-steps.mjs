// The prompt beside that of the last commit, in a repository that VS Code's own git extension has opened: what is changed in the editor, in a base on disk, by a commit, by a save.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testWorkspace } from '../prepare.mjs';
import { quietSettings } from '../vscode-from-npm.mjs';

const limit = { timeout: 20_000 };

/** The examples as a repository of one commit. @returns {import('./run.mjs').Window | undefined} undefined on a machine without git */
export function gitWindow(root) {
  const folder = testWorkspace(root);
  try {
    git(folder, 'init', '--quiet');
  } catch {
    return undefined;
  }
  commit(folder, 'The first');
  return {
    folder,
    file: 'opencompass/datasets/word_problems_gen.py',
    settings: { ...quietSettings, 'git.enabled': true },
    steps: stepsIn(folder),
  };
}

/** @param {string[]} words of the command line */
function git(folder, ...words) {
  const who = ['-c', 'user.name=Preflight', '-c', 'user.email=preflight@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function commit(folder, message) {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', message);
}

/** What is only in the commit, and what is only in the editor. */
async function differences({ preview }) {
  const words = (tag) => preview.locator(`prompt-comparison pre ${tag}`).allInnerTexts();
  return { commit: await words('del'), editor: await words('ins') };
}

/** Opens the list of what the prompt is compared with. */
async function openList(workbench) {
  const title = 'Prompt Preflight: Compare Prompt With…';
  await workbench.pick('F1', `>${title}`, title, { stays: true });
  await workbench.page.locator('.quick-input-title', { hasText: 'Compare the Prompt With' }).waitFor(limit);
}

/** What the panel, the editor and git say, for who has to find out why they disagree. */
async function situation(workbench, folder) {
  const texts = async (where) => (await where.allInnerTexts()).map((text) => text.replace(/\u00a0/g, ' '));
  return JSON.stringify({
    ...(await differences(workbench)),
    bar: await texts(workbench.preview.locator('.compare-bar')),
    foot: await texts(workbench.preview.locator('footer')),
    editor: await texts(workbench.page.locator('.editor-group-container.active .view-line')),
    git: git(folder, 'status', '--short'),
  });
}

const counts = ({ preview }, text) => preview.locator('.compare-bar [role=status]', { hasText: text }).waitFor(limit);

const stepsIn = (folder) => ({
  'a prompt is compared with that of the last commit: what the editor and a base on disk have made of it': async (
    workbench,
    { assert, screenshot },
  ) => {
    const { page, preview } = workbench;
    const base = path.join(folder, 'opencompass/models/river_7b_chat.py');
    await workbench.open('eval_demo.py');
    await workbench.clickBehind('import word_problems_datasets');
    await workbench.command('Prompt Preflight: Preview Prompt');
    await preview.locator('.caret').waitFor(limit);
    await preview.getByLabel('Keep this prompt here, whichever editor is active').click(limit);
    writeFileSync(base, readFileSync(base, 'utf8').replace("begin='<|user|>", "begin='<|person|>"));
    await workbench.open('word_problems_gen.py');
    await workbench.clickBehind("instruction = 'Think step by step");
    for (let i = 0; i < `".'`.length; i++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(' or so');
    await openList(workbench);
    const entry = page.locator('.quick-input-list .monaco-list-row', { hasText: 'The last commit' });
    const head = git(folder, 'rev-parse', 'HEAD').slice(0, 8);
    await entry.filter({ hasText: `git HEAD ${head}` }).waitFor(limit);
    await screenshot('compare-commit-list');
    await workbench.choose('The last commit');
    await counts(workbench, /^\d+ differences/);
    await screenshot('compare-commit');
    const found = await differences(workbench);
    assert.ok(
      found.editor.some((text) => text.includes(' or so')),
      JSON.stringify(found),
    );
    assert.ok(
      found.commit.some((text) => text.includes('user')),
      JSON.stringify(found),
    );
    assert.ok(
      found.editor.some((text) => text.includes('person')),
      JSON.stringify(found),
    );
  },

  'after a commit nothing differs any more, until something is saved again': async (workbench, { assert, screenshot }) => {
    const { page } = workbench;
    await page.keyboard.press('Control+s');
    await workbench.waitFor('.tab.active[data-resource-name="word_problems_gen.py"]:not(.dirty)');
    commit(folder, 'The second');
    await counts(workbench, 'no difference');
    await page.keyboard.type(' again');
    await page.keyboard.press('Control+s');
    await workbench.waitFor('.tab.active[data-resource-name="word_problems_gen.py"]:not(.dirty)');
    await counts(workbench, '1 difference');
    await screenshot('compare-commit-again');
    assert.deepEqual(await differences(workbench), { commit: [], editor: [' again'] });
  },

  'a base that has got another name since is found in the commit under the one that it had': async (workbench, { assert, screenshot }) => {
    const { page } = workbench;
    commit(folder, 'The third');
    await counts(workbench, 'no difference');
    git(folder, 'mv', 'opencompass/models/river_7b_chat.py', 'opencompass/models/brook_7b_chat.py');
    const demo = path.join(folder, 'opencompass/eval_demo.py');
    writeFileSync(demo, readFileSync(demo, 'utf8').replace('models.river_7b_chat', 'models.brook_7b_chat'));
    const base = path.join(folder, 'opencompass/models/brook_7b_chat.py');
    writeFileSync(base, readFileSync(base, 'utf8').replace("begin='<|person|>", "begin='<|reader|>"));
    await workbench.open('eval_demo.py');
    await workbench.clickBehind('import word_problems_datasets');
    // VS Code looks at the files by itself when it likes, and not at all where another git held the repository just then.
    await workbench.command('Git: Refresh');
    // What is seen meanwhile is the comparison with a file that is not yet there, or not yet read again.
    const settled = () => differences(workbench).then(({ commit, editor }) => isOf(commit, /person/) && isOf(editor, /reader/));
    for (let tries = 1; tries < 200 && !(await settled()); tries++) {
      await page.waitForTimeout(100);
      if (tries % 60 !== 0) continue;
      // What tells of changed files may lose one, on a machine that is busy: they are written once more, and it is said.
      console.log(`    not yet there, written again: ${await situation(workbench, folder)}`);
      for (const file of [base, demo]) writeFileSync(file, readFileSync(file));
      await workbench.command('Git: Refresh');
    }
    await screenshot('compare-commit-renamed');
    assert.ok(await settled(), await situation(workbench, folder));
    await page.keyboard.press('Escape');
  },
});

/** @param {string[]} texts  @param {RegExp} pattern */
function isOf(texts, pattern) {
  return texts.length > 0 && texts.every((text) => pattern.test(text));
}
