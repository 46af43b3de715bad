/** Names of folders that hold no files of the workspace's own, and of files that are no configs by it (`notes.txt`, but not the folder `qwen2.5`). */
const passedOver = /^(\..*|node_modules|venv|env|site-packages|__pycache__|.*\.[A-Za-z]\w*)$/;

/** Whether what is called so is never searched for configs. */
export function isPassedOver(name: string): boolean {
  return passedOver.test(name);
}
