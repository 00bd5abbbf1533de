import type {
  CompletionItem,
  CompletionList,
  Hover,
  Location,
  Range,
  SignatureHelp,
} from 'vscode-languageserver/node';
import type { KeysOfText } from '../code/index.js';
import { parametersOfRow } from '../engine/index.js';
import { oneLine } from '../model/index.js';
import { bare } from './changes.js';
import type { Renaming } from './changes.js';
import { LARGEST, rangeIn, rangeOfUnit, spanOfKey } from './places.js';
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
): Promise<CompletionList | null> {
  const text = document.getText();
  if (keys?.isCode(file) !== true || text.length > LARGEST) return null;
  // A key is one even while nothing is typed of it.
  const mark = 'x';
  const withMark = text.slice(0, offset) + mark + text.slice(offset);
  const marked = TextDocument.create(document.uri, '', 0, withMark);
  const key = (await keys.keysIn(file, withMark)).find((one) => {
    const { start, end, isWritten } = spanOfKey(one, marked);
    return isWritten === true && start <= offset && offset < end;
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
