import { version, homepage } from '../../../../package.json';
import { ruleHref } from '../../engine/checks/rule-page.js';
import type { LineIndex } from '../../engine/core/line-index.js';
import type { Severity } from '../../engine/core/severity.js';
import { safeJson } from '../../engine/core/shown.js';
import type { FileId, Span } from '../../engine/core/span.js';
import { rules } from '../../engine/frameworks/registry.js';
import type { Diagnostic, Fix } from '../../engine/frameworks/face/rule.js';
import type { Project } from '../../engine/project/project.js';
import type { ReportFrame } from '../../worker/this-thread.js';
import { linesOfFiles } from '../support/lines-of-file.js';
import { shownPath } from '../support/shown-path.js';
import { fingerprintsOf } from './fingerprints.js';
import { jsonMember } from './json-report.js';
import type { PrintFindings } from './print-findings.js';

// Static Analysis Results Interchange Format 2.1.0, OASIS: lines and columns from 1, columns in UTF-16 units.

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', information: 'note', hint: 'note' };

/** All but the results: the tool with every rule. */
export function sarifFrame(): ReportFrame {
  const tool = { driver: { name: 'Prompt Preflight', version, informationUri: homepage, rules: rules.map(describedRule) } };
  const run = { tool, columnKind: 'utf16CodeUnits', results: [] };
  const [head, tail] = safeJson(JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2)).split('"results": []');
  return { kind: 'document', head: `${head}"results": [\n`, between: ',\n', tail: `\n      ]${tail}\n` };
}

function describedRule({ id, title, prevents, severity }: (typeof rules)[number]): object {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: `Prevents: ${prevents}` },
    helpUri: ruleHref(id),
    defaultConfiguration: { level: levels[severity] },
  };
}

/** @param project gives the texts of the files that findings lead to */
export function sarifResults(project: Project): PrintFindings {
  return (file, diagnostics, document) => {
    const fingerprints = fingerprintsOf(diagnostics.length > 0 ? shownPath(file) : '', diagnostics, document);
    const linesOf = linesOfFiles(project, document);
    const locate = (span: Span): object => location(span, linesOf(span.file));
    return diagnostics.map((diagnostic, at) => jsonMember(result(diagnostic, fingerprints[at]!, locate), 8)).join(',\n');
  };
}

function result(
  { rule, severity, message, span, related, fixes }: Diagnostic,
  fingerprint: string,
  locate: (span: Span) => object,
): object {
  const places = related.map((item, id) => ({
    id,
    message: { text: item.message },
    ...(locate(item.span) as { physicalLocation: object }),
  }));
  const safe = fixes.filter((fix) => fix.safe && !fix.rename).map((fix) => described(fix, locate));
  return {
    ruleId: rule,
    level: levels[severity],
    message: { text: message },
    locations: [locate(span)],
    ...(places.length > 0 && { relatedLocations: places }),
    partialFingerprints: { primaryLocationLineHash: fingerprint },
    ...(safe.length > 0 && { fixes: safe }),
  };
}

function location(span: Span, lines: LineIndex): { physicalLocation: { artifactLocation: object; region: object } } {
  return { physicalLocation: { artifactLocation: artifact(span.file), region: region(span, lines) } };
}

function region({ start, end }: Span, lines: LineIndex): object {
  const [first, last] = [lines.positionAt(start), lines.positionAt(end)];
  return { startLine: first.line + 1, startColumn: first.character + 1, endLine: last.line + 1, endColumn: last.character + 1 };
}

/** Below the working directory a path is relative, as code scanning wants it. */
function artifact(file: FileId): object {
  const path = shownPath(file);
  const uri = path.split('/').map(encodeURIComponent).join('/');
  return path === file ? { uri: `file://${uri.startsWith('/') ? '' : '/'}${uri}` } : { uri, uriBaseId: '%SRCROOT%' };
}

function described({ title, edits }: Fix, locate: (span: Span) => object): object {
  const files = new Map<FileId, object[]>();
  for (const { span, newText } of edits) {
    const { region: deletedRegion } = (locate(span) as ReturnType<typeof location>).physicalLocation;
    files.set(span.file, [...(files.get(span.file) ?? []), { deletedRegion, insertedContent: { text: newText } }]);
  }
  const artifactChanges = [...files].map(([file, replacements]) => ({ artifactLocation: artifact(file), replacements }));
  return { description: { text: title }, artifactChanges };
}
