import { usualRoles } from '../../../config/usual-roles.js';
import { nameMarkdown } from '../../../checks/field-markdown.js';
import { metaRoles, readMetaTemplate } from '../../../config/meta-template.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';
import { insideText, typedSpan } from '../../../cursor/typed.js';
import { openCompassFields } from '../config/schemas.js';
import type { Completion, TypingPlace } from '../../face/editor.js';

/** Roles where one is named, and columns behind an open brace within a string. */
export function configValues(place: TypingPlace): Completion[] | undefined {
  return roles(place) ?? columns(place);
}

function roles({ document, read, offset, before }: TypingPlace): Completion[] | undefined {
  const typed = /["']?\b(?:fallback_)?role["']?\s*[:=]\s*["']?(\w*)$/.exec(before);
  if (!typed || (document.language !== 'yaml' && !/["']\w*$/.test(before))) return undefined;
  const models = read?.config.models ?? [];
  const defined = models.flatMap((model) => {
    const meta = readMetaTemplate(model.metaTemplate);
    return meta ? metaRoles(meta).flatMap(({ name }) => name ?? []) : [];
  });
  return [...new Set(defined.length > 0 ? defined : usualRoles)].map((name) => {
    const doc = openCompassFields.role(name);
    return {
      label: name,
      kind: 'role',
      detail: 'role',
      markdown: doc ? nameMarkdown(doc) : '',
      span: typedSpan(document, offset, typed[1]!),
      newText: name,
    };
  });
}

/** Behind an open brace within a string: the columns that the datasets of the document declare. */
function columns({ document, read, offset, before }: TypingPlace): Completion[] | undefined {
  const typed = /(?<!\{)\{(\w*)$/.exec(before);
  if (!typed || !insideText(document, before.slice(0, typed.index))) return undefined;
  const names = (read?.config.datasets ?? []).flatMap((dataset) => {
    const reader = readReaderCfg(dataset.readerCfg);
    return [...reader.inputColumns, ...(reader.outputColumn ? [reader.outputColumn.text] : [])];
  });
  const closed = document.text[offset] === '}';
  return [...new Set(names)].map((name) => ({
    label: name,
    kind: 'column',
    detail: 'column',
    markdown: '',
    span: typedSpan(document, offset, typed[1]!),
    newText: closed ? name : `${name}}`,
  }));
}
