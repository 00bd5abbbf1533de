import type { CodeAction, Range } from 'vscode-languageserver/node';
import { ruleOf, statusOf } from '../engine/index.js';
import type { FileComparison, Row } from '../engine/index.js';
import { targetHash } from '../lock/index.js';
import { formatKey } from '../model/index.js';
import type { ReviewEdit, RuleName } from '../model/index.js';
import { COMMANDS } from './commands.js';
import { LARGEST } from './places.js';
import type { Place } from './project.js';
import { CodeActionKind } from './protocol.js';
import { shortened } from './shown.js';
import type { Subject } from './workspace.js';

/** What can be done at a place: translate, settle, accept or replace texts; create or move them. */
export async function actionsAt(subject: Subject, range: Range): Promise<CodeAction[]> {
  const { project, known, key, isLacking, places, served, document, file } = subject;
  const { uri } = document;
  const isInTarget = places.some(({ isSource }) => !isSource);
  const targets = isInTarget ? places : served.flatMap((one) => known.lookup.rowsOf(one));
  const actions = [...translationsOf(subject, targets)];
  for (const place of isInTarget ? places : [])
    for (const [title, edit] of editsOf(place))
      actions.push(action(title, COMMANDS.edit, project.file, edit));
  const { keys } = known;
  if (key !== undefined && isLacking) {
    const title = `Create the key "${shortened(key.name)}"`;
    actions.push(action(title, COMMANDS.create, uri, range.start));
  }
  const text = document.getText();
  if (key === undefined && keys?.isCode(file) === true && text.length <= LARGEST) {
    const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const texts = places.length > 0 ? [] : await keys.textsIn({ file, text, from, to });
    const movable = texts.filter(({ reason }) => reason === undefined);
    const [first = texts[0]] = movable;
    if (first !== undefined) {
      const what = movable.length > 1 ? `${movable.length} texts` : `"${shortened(first.text)}"`;
      const move = action(`Move ${what} into the catalog`, COMMANDS.move, uri, range);
      const { reason } = first;
      const disabled = reason === undefined ? {} : { disabled: { reason: `It stays: ${reason}.` } };
      actions.push({ ...move, ...disabled, kind: CodeActionKind.RefactorExtract });
    }
  }
  return actions;
}

function action(title: string, command: string, ...given: readonly unknown[]): CodeAction {
  const kind = CodeActionKind.QuickFix;
  return { title, kind, command: { title, command, arguments: [...given] } };
}

/** The translation of what is open here, in this catalog, and in its project. */
function translationsOf(
  { project, known: { lookup }, document, file: path }: Subject,
  targets: readonly Place[],
): readonly CodeAction[] {
  const here = targets.filter(({ row }) => isOpen(row));
  const all = (nameOf: (place: Place) => string): string[] => [...new Set(here.map(nameOf))];
  const locales = all(({ file }) => file.target.locale);
  const files = all(({ file }) => file.target.path);
  const keys = all(({ row }) => formatKey(row.source.expected.key));
  const own = lookup.files.filter(({ pair: { source }, target }) =>
    [source.path, target.path].includes(path),
  );
  const offer = (what: string, rows: readonly Row[], command: string, ...given: unknown[]) => {
    const open = rows.filter(isOpen);
    const most = open.reduce((sum, { source }) => sum + source.expected.text.length, 0);
    const title = `${what} (up to ${most} characters)`;
    return open.length === 0 ? [] : [action(title, command, ...given)];
  };
  const rowsIn = (some: readonly FileComparison[]): readonly Row[] =>
    some.flatMap(({ rows }) => rows);
  const ofFile = 'Translate what is open in this file';
  const ofAll = 'Translate what is open in all files';
  const whole = own.length === 0 ? [] : lookup.files;
  return [
    ...offer(
      `Translate into ${locales.join(', ')} now`,
      here.map(({ row }) => row),
      ...([COMMANDS.translate, project.file, { locales, files, keys }] as const),
    ),
    ...[
      ...offer(ofFile, rowsIn(own), COMMANDS.translateFile, document.uri),
      ...offer(ofAll, rowsIn(whole), COMMANDS.translateMissing, project.file),
    ].map((one) => ({ ...one, kind: CodeActionKind.Source })),
  ];
}

function isOpen(row: Row): boolean {
  const status = statusOf(row);
  const isFaulty = status === 'invalid' && row.state.status !== 'edited';
  return status === 'missing' || status === 'stale' || isFaulty;
}

/** Edits that a person can choose for a unit of a target. */
function editsOf({
  file,
  row,
  unit,
}: Place): readonly (readonly [title: string, edit: ReviewEdit])[] {
  const { path, locale } = file.target;
  const { expected, sourceHash } = row.source;
  const base = {
    ...{ file: path, locale, key: expected.key },
    seen: { source: sourceHash, target: targetHash(unit.text) },
  };
  const known = row.decision?.known?.text;
  const rules = row.findings.flatMap(({ code, level }): readonly RuleName[] => {
    const rule = level === 'settled' ? undefined : ruleOf(code);
    return rule === undefined ? [] : [rule];
  });
  const isOpen = row.state.status === 'review' || row.state.status === 'stale';
  return [
    ...(known === undefined || known === '' || known === unit.text
      ? []
      : ([[`Use "${shortened(known)}"`, { ...base, text: known }]] as const)),
    ...(isOpen ? ([[`Accept this text (${locale})`, { ...base, text: unit.text }]] as const) : []),
    ...[...new Set(rules)].map(
      (rule) => [`Ignore "${rule}" for this text`, { ...base, dismiss: [rule] }] as const,
    ),
  ];
}
