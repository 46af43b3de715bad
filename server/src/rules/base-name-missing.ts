import { problemRule } from './support/problems.js';

/** A name that the base config does not define. mmengine 0.11 `config/config.py`. */
export const baseNameMissing = problemRule(
  { id: 'base-name-missing', title: 'A name that the base config does not define', severity: 'error', prevents: "KeyError: 'gsm8k_dataset'" },
  { title: (name) => `Change to ${name}`, safe: false },
);
