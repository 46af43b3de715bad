import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A text of ours as catalogues have it: `{0}`, `{1}` … for its values. */
export interface SaidText {
  readonly key: string;
  readonly values: number;
  readonly file: string;
}

/** The sources in folders whose text holds a word. */
export function sourcesWith(word: string, folders: readonly string[]): readonly ts.SourceFile[] {
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)));
  return files.flatMap((file) => {
    const text = file.endsWith('.ts') ? readFileSync(file, 'utf8') : '';
    return text.includes(word) ? [ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)] : [];
  });
}

/** What is tagged with `say`. */
export function saidTexts(sources: readonly ts.SourceFile[]): SaidText[] {
  return nodesOf(sources).flatMap(({ node, file }) => {
    if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'say') return [];
    const parts = partsOf(node.template);
    return [{ key: parts.reduce((key, part, i) => `${key}{${String(i - 1)}}${part}`), values: parts.length - 1, file }];
  });
}

/** What is handed to `vscode.l10n.t`, which numbers its values itself. */
export function hostTexts(sources: readonly ts.SourceFile[]): SaidText[] {
  return nodesOf(sources).flatMap(({ node, file }) => {
    if (!ts.isCallExpression(node) || !/^(?:vscode\.)?l10n\.t$/.test(node.expression.getText())) return [];
    const [text, ...values] = node.arguments;
    if (!text || !ts.isStringLiteralLike(text))
      throw new Error(`${file}: vscode.l10n.t takes a text as it is written, not ${text?.getText() ?? 'nothing'}`);
    return [{ key: text.text, values: values.length, file }];
  });
}

/** English that a page shows without saying it: between the tags of a template, or in an attribute that is read. */
export function unsaidInPages(sources: readonly ts.SourceFile[]): string[] {
  return nodesOf(sources).flatMap(({ node, file }) => {
    if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'html') return [];
    const markup = partsOf(node.template).join('⟦⟧');
    const attributes = [...markup.matchAll(/\b(?:title|aria-label|placeholder|alt)="([^"]*)"/g)].map(([, text]) => text!);
    const between = markup.replace(/<(?:"[^"]*"|⟦⟧|[^>"])*>/g, '\n').split('\n');
    // "Aa" is a sign, not a word.
    return [...attributes, ...between].filter((text) => /(?!\bAa\b)[A-Za-z]{2}/.test(text)).map((text) => `${file}: ${text.trim()}`);
  });
}

/** Messages and titles of findings and fixes that are not said. */
export function unsaidInRules(sources: readonly ts.SourceFile[]): string[] {
  return nodesOf(sources).flatMap(({ node, file }) => {
    if (!ts.isPropertyAssignment(node) || !['message', 'title', 'consequence'].includes(node.name.getText())) return [];
    if (ts.isObjectLiteralExpression(node.parent) && node.parent.properties.some(({ name }) => name?.getText() === 'prevents')) return [];
    const text = node.initializer;
    const unsaid = (ts.isStringLiteralLike(text) || ts.isTemplateExpression(text)) && /[a-z]{2,} [a-z]{2,}/.test(text.getText());
    return unsaid ? [`${file}: ${text.getText()}`] : [];
  });
}

/** Why something is not known, or not read, where that is not said. */
export function unsaidReasons(sources: readonly ts.SourceFile[]): string[] {
  return nodesOf(sources).flatMap(({ node, file }) => {
    const text = reasonIn(node);
    if (!text || !(ts.isStringLiteralLike(text) || ts.isTemplateExpression(text))) return [];
    return /[a-z]{2,} [a-z]{2,}/.test(text.getText()) ? [`${file}: ${text.getText()}`] : [];
  });
}

function reasonIn(node: ts.Node): ts.Expression | undefined {
  if (ts.isPropertyAssignment(node)) return node.name.getText() === 'reason' ? node.initializer : undefined;
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  return /\b(?:unknown|outOfReach|UnknownValue)$/.test(node.expression.getText()) ? node.arguments?.[0] : undefined;
}

/** What schemas say of fields and classes: descriptions, traps, what frameworks do differently, and the words among types and defaults. `sayTable` says them. */
export function schemaTexts(folder: string): SaidText[] {
  const texts = new Map<string, string>();
  const plain = /^(?:str|int|float|bool|dict|list|null|path)$/;
  const code = /^(?:'[^']*'|[[{].*|-?\d[\d.]*|True|False|None)$/;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'preflight.json'))
    JSON.parse(readFileSync(join(folder, file), 'utf8'), (key, value: unknown) => {
      const whole = ['description', 'x-trap', 'x-opencompass', 'x-aisbench', 'x-lm-eval'].includes(key);
      const inPart = ['x-type', 'x-default'].includes(key) && typeof value === 'string' && !plain.test(value) && !code.test(value);
      const kind = key === 'kind' && file === 'classes.json';
      if (typeof value === 'string' && (whole || inPart || kind)) texts.set(kind ? value.replace('-', ' ') : value, file);
      return value;
    });
  return [...texts].map(([key, file]) => ({ key, values: 0, file }));
}

function partsOf(template: ts.TemplateLiteral): readonly string[] {
  return ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

function nodesOf(sources: readonly ts.SourceFile[]): { readonly node: ts.Node; readonly file: string }[] {
  const found: { node: ts.Node; file: string }[] = [];
  for (const source of sources) {
    const visit = (node: ts.Node): void => {
      found.push({ node, file: source.fileName });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}
