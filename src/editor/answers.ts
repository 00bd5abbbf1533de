import type {
  CompletionItem,
  CompletionList,
  DocumentSymbol,
  Hover,
  InlayHint,
  Location,
  Position,
  Range,
  SignatureHelp,
} from 'vscode-languageserver/node';
import type { KeysOfText } from '../code/index.js';
import { parametersOfRow, statusOf } from '../engine/index.js';
import { formatKey, oneLine, pushTo } from '../model/index.js';
import { bare } from './changes.js';
import type { Renaming } from './changes.js';
import { rangeIn, rangeOfUnit, spanOfKey } from './places.js';
import { OPEN_STATES } from './project.js';
import { CompletionItemKind, TextDocument } from './protocol.js';
import { describeUnit, shortened } from './shown.js';
import type { Opened, Subject } from './workspace.js';

export function hover({ known, document, key, places, served }: Subject): Hover | null {
  const units = served.map((one) => known.lookup.rowsOf(one)).filter((rows) => rows.length > 0);
  if (units.length === 0) return null;
  const value = units.map((rows) => describeUnit(rows, known.config.source)).join('\n\n');
  const [place] = places;
  const ofPlace = place && rangeOfUnit(place);
  const range = key ? rangeIn(document, spanOfKey(key, document)) : ofPlace;
  return { contents: { kind: 'plaintext', value }, ...(range && { range }) };
}

export function definition(subject: Subject): Location[] {
  const [place] = subject.places;
  const sources = place?.isSource === true ? [] : inCatalogs(subject, 'source');
  return [...sources, ...(place === undefined ? [] : inCode(subject))];
}

export function references(subject: Subject, isWithTexts: boolean): Location[] {
  return [...inCode(subject), ...(isWithTexts ? inCatalogs(subject, 'all') : [])];
}

function inCatalogs(
  { project, known, texts, served }: Subject,
  which: 'source' | 'all',
): Location[] {
  const found = served.flatMap((one) => known.lookup.textsOf(one));
  return found
    .filter(({ isSource }) => isSource || which === 'all')
    .map((place) => ({
      uri: texts.uri(project.absolute(place.path)),
      range: rangeOfUnit(place),
    }));
}

function inCode({ project, known, texts, served }: Subject): Location[] {
  const uses = new Set(served.flatMap((one) => known.keys?.usesOf(one) ?? []));
  return [...uses].flatMap((use) => {
    const path = project.absolute(use.file);
    const document = texts.read(path);
    if (document === undefined) return [];
    return [{ uri: texts.uri(path), range: rangeIn(document, spanOfKey(use, document)) }];
  });
}

/** What a rename at a position renames; null: there is no key that can be renamed. */
export function renamingAt({
  key,
  places: [place],
  document,
  served,
  known,
}: Subject): (Renaming & { readonly range: Range }) | null {
  const [one] = served;
  if (one === undefined) return null;
  if (key !== undefined) {
    const span = spanOfKey(key, document);
    const { written } = key;
    return span.isWritten === true
      ? { served, written, key: key.key, range: rangeIn(document, span) }
      : null;
  }
  if (place === undefined) return null;
  const [use] = known.keys?.usesOf(one) ?? [];
  const written = use?.key ?? one.key.join(known.keys?.signOf(one.file) ?? '.');
  return { served, written, key: written, range: rangeOfUnit(place) };
}

/** The most keys offered at once. */
const OFFERED = 200;

export async function completion(
  { known: { keys }, document, file }: Opened,
  offset: number,
  read: KeysOfText,
): Promise<CompletionList | null> {
  if (keys === undefined) return null;
  const text = document.getText();
  // A key, or a part of it, is one even while nothing is typed of it.
  const mark = /^(?:['"`.:]|$)/.test(text.charAt(offset - 1)) ? 'x' : '';
  const withMark = text.slice(0, offset) + mark + text.slice(offset);
  const marked = TextDocument.create(document.uri, '', 0, withMark);
  const all = mark === '' ? read.keys : await keys.keysIn(file, withMark);
  const key = all.find((one) => {
    const { start, end, isWritten } = spanOfKey(one, marked);
    return isWritten === true && start <= offset && offset + mark.length <= end;
  });
  if (key === undefined) return null;
  const { start, end } = spanOfKey(key, marked);
  const typed = text.slice(start, offset).toLowerCase();
  const range = rangeIn(document, { start, end: end - mark.length });
  const head = key.key.slice(0, Math.max(0, key.key.length - bare(key.written).length));
  const isSpaced = key.namespace === undefined || key.written.includes(':');
  const space = isSpaced ? '' : `${key.namespace}:`;
  // Keys that start with what is typed, that have it within, and whose text has it.
  const found: readonly CompletionItem[][] = [[], [], []];
  for (const { name, text: shown } of keys.names) {
    const within = name.startsWith(space) ? name.slice(space.length) : name;
    if (!within.startsWith(head)) continue;
    const label = within.slice(head.length);
    const at = label.toLowerCase().indexOf(typed);
    const rank = at === 0 ? 0 : at > 0 ? 1 : shown.toLowerCase().includes(typed) ? 2 : undefined;
    if (rank === undefined || (found[rank]?.length ?? 0) === OFFERED) continue;
    found[rank]?.push({
      ...{ label, detail: shortened(shown), kind: CompletionItemKind.Text },
      // Found by its text, too: the client must not filter by the key.
      filterText: text.slice(start, offset) || label,
      sortText: `${rank}${label}`,
      textEdit: { range, newText: label },
    });
  }
  return { isIncomplete: true, items: found.flat().slice(0, OFFERED) };
}

export function signature(
  { known }: Opened,
  offset: number,
  { keys, servedBy }: KeysOfText,
): SignatureHelp | null {
  const key = keys.findLast(
    ({ at, until = 0 }) => at !== undefined && at[1] <= offset && offset < until,
  );
  const [served] = key === undefined ? [] : servedBy(key);
  const [place] = served === undefined ? [] : known.lookup.rowsOf(served);
  if (key === undefined || place === undefined) return null;
  const { named, tags } = parametersOfRow(place.row, place.file);
  const parameters = [
    ...[...named].map(([name, type]) => ({ label: `${name}: ${type}` })),
    ...tags.map((tag) => ({ label: `${tag}: tag` })),
  ];
  if (parameters.length === 0) return null;
  const label = `${key.written} { ${parameters.map((one) => one.label).join(', ')} }`;
  const documentation = oneLine(place.unit.text, 500);
  return {
    signatures: [{ label, documentation, parameters }],
    ...{ activeSignature: 0, activeParameter: 0 },
  };
}

/** The chosen locale's text behind each key. */
export function codeHints(
  { known: { lookup }, document }: Opened,
  { keys, servedBy }: KeysOfText,
  { range, locale }: { readonly range: Range; readonly locale: string | undefined },
): InlayHint[] {
  return keys.flatMap((key) => {
    const position = document.positionAt(key.at?.[1] ?? spanOfKey(key, document).end);
    const [served] = isWithin(position, range) ? servedBy(key) : [];
    const rows = served === undefined ? [] : lookup.rowsOf(served);
    const own = rows.find(({ file }) => file.target.locale === locale);
    const text = own === undefined ? rows[0]?.unit.text : own.row.current?.text;
    return text === undefined || text === '' ? [] : [hint(position, text)];
  });
}

function hint(position: Position, text: string): InlayHint {
  return { position, label: shortened(text), paddingLeft: true, tooltip: oneLine(text, 2_000) };
}

function isWithin({ line }: Position, { start, end }: Range): boolean {
  return line >= start.line && line <= end.line;
}

/** The source text behind each translation. */
export function catalogHints({ known: { lookup }, file }: Opened, range: Range): InlayHint[] {
  return lookup.at(file).flatMap((place) => {
    if (place.isSource) return [];
    const { end } = rangeOfUnit(place);
    return isWithin(end, range) ? [hint(end, place.row.source.expected.text)] : [];
  });
}

const STRUCTURE = { namespace: 3, text: 15 } as const;

/** The texts of a catalog, by their states. */
export function symbolsOf({ known: { lookup }, document, file }: Opened): DocumentSymbol[] {
  const start = { line: 0, character: 0 };
  const whole = { start, end: document.positionAt(document.getText().length) };
  const byState = new Map<string, DocumentSymbol[]>();
  for (const place of lookup.at(file)) {
    const { unit } = place;
    // A source text is as its translation that needs the most.
    const rows = place.isSource ? lookup.rowsOf({ file, key: unit.key }) : [place];
    const states = rows.map(({ row }) => statusOf(row));
    const state = OPEN_STATES.find((one) => states.includes(one)) ?? states[0] ?? 'current';
    const range = rangeOfUnit(place);
    const [name, detail] = [formatKey(unit.key) || '""', shortened(unit.text)];
    const symbol = { name, detail, kind: STRUCTURE.text, range, selectionRange: range };
    pushTo(byState, state, symbol);
  }
  return [...byState].map(([state, children]) => ({
    ...{ name: `${state} (${children.length})`, kind: STRUCTURE.namespace, children },
    ...{ range: whole, selectionRange: { start: whole.start, end: whole.start } },
  }));
}
