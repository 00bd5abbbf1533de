import { type Document, type Key, keyId, type Unit } from '../../model/index.js';
import { Readings } from '../kit/documents.js';
import type { Growing } from '../kit/tree.js';
import { notesWith, originalOf, rangeOf, unitsIn } from '../kit/xliff/nodes.js';
import type { Note, Reading } from '../kit/xliff/nodes.js';
import { lookup } from '../kit/xml/scope.js';
import { SIZE_RESTRICTION } from './check-element.js';
import { fragmentOf, plainText } from './fragment.js';
import { scan } from './scan.js';
import { FOR_REVIEW, hasSource, STATES } from './tree.js';
import type { Container, Content, FileNode, Part, Tree, UnitNode } from './tree.js';

/** Units of a file: one per segment, in file order. */
export function unitsOf(tree: Tree, { role, showsTargets }: Reading): Unit[] {
  const units: Unit[] = [];
  const noteOf = notesWith(isForTranslators);
  const isSized = tree.text.includes(SIZE_RESTRICTION);
  for (const unit of tree.root.files.flatMap(readableIn)) {
    const note = noteOf(unit);
    const maxLength = maxLengthOf(unit, isSized);
    for (const { part, key } of segmentsOf(unit)) {
      if (!hasSource(part)) continue;
      const { source, target, attributes } = part;
      const content = role === 'source' ? originalOf(part, showsTargets) : target;
      const made: Growing<Unit> = {
        key,
        text: content === undefined ? '' : textOf(content, tree.text),
        kind: 'text',
        range: content === undefined ? { start: source.end, end: source.end } : rangeOf(content),
      };
      if (note !== '') made.note = note;
      // A target without text gets the codes of its source.
      if ((made.text === '' ? source : content)?.codes.length) made.inline = 'xliff';
      if (!unit.translate) made.translate = false;
      if (maxLength !== undefined) made.maxLength = maxLength;
      if (role === 'target' || content !== source) made.source = textOf(source, tree.text);
      if (role === 'target') {
        const isOpen = attributes['subState'] === FOR_REVIEW;
        const stated = isOpen ? 'review' : STATES.find((state) => state === attributes['state']);
        const state = target === undefined ? 'initial' : stated;
        if (state !== undefined) made.state = state;
        // Angular's tools copy the source into the target.
        if (state === 'initial' && made.text === made.source) made.untranslated = true;
      }
      units.push(made);
    }
  }
  return units;
}

/** Readable units below a file or group, in document order. */
export function readableIn(container: Container): readonly UnitNode[] {
  return [...unitsIn(container)].filter(({ broken }) => !broken);
}

/** A unit's segments with their keys: file, unit and, if there are several, the segment. */
export function segmentsOf(unit: UnitNode): readonly { readonly part: Part; readonly key: Key }[] {
  const base = [unit.file.key, unit.id];
  const [first] = unit.parts;
  if (unit.parts.length === 1 && first !== undefined) return [{ part: first, key: base }];
  const segments = unit.parts.filter(({ kind }) => kind === 'segment');
  const [only] = segments;
  if (segments.length === 1 && only !== undefined) return [{ part: only, key: base }];
  const ids = new Set(segments.map(({ attributes }) => attributes['id']));
  return segments.map((part, index) => {
    const ordinal = `s${String(index + 1)}`;
    // Ids never contain "#", so an ordinal cannot equal the id of another segment.
    const id = part.attributes['id'] ?? (ids.has(ordinal) ? `#${ordinal}` : ordinal);
    return { part, key: [...base, id] };
  });
}

export function textOf(content: Content, text: string): string {
  const raw = text.slice(content.openEnd, content.closeStart);
  return content.codes.length > 0 ? fragmentOf(raw) : plainText(raw);
}

/** Notes that tools write for themselves (Angular, Symfony). */
const BOOKKEEPING: ReadonlySet<string> = new Set(['location', 'state', 'approved', 'processed']);

function isForTranslators({ attributes }: Note): boolean {
  return attributes['appliesTo'] !== 'target' && !BOOKKEEPING.has(attributes['category'] ?? '');
}

/** A plain limit in code points: the size restriction module's, or one stated in a note. */
function maxLengthOf(unit: UnitNode, sized: boolean): number | undefined {
  if (!sized && unit.notes.length === 0) return undefined;
  const segments = unit.parts.filter(({ kind }) => kind === 'segment');
  if (segments.length !== 1) return undefined;
  for (const name in sized ? unit.attributes : undefined) {
    const colon = name.indexOf(':');
    if (colon <= 0 || name.slice(colon + 1) !== 'sizeRestriction') continue;
    if (lookup(name.slice(0, colon), unit.scope) !== SIZE_RESTRICTION) continue;
    const limit = /^(?:\d+\s*,\s*)?(\d+)$/.exec((unit.attributes[name] ?? '').trim())?.[1];
    if (limit !== undefined && (unit.file.sizeProfile ?? 'xliff:codepoints') === 'xliff:codepoints')
      return Number(limit);
  }
  for (const { text, attributes } of unit.notes) {
    const limit = /^max-?length$/i.test(attributes['category'] ?? '')
      ? /^\s*(\d{1,9})\s*$/.exec(text)
      : /^\s*max-?length\s*[:=]\s*(\d{1,9})\s*$/i.exec(text);
    if (limit?.[1] !== undefined) return Number(limit[1]);
  }
  return undefined;
}

/** Facts kept for a parsed document; a copy is read again. */
interface Memo {
  readonly tree: Tree;
  readonly reading: Reading;
  /** As spelled in file names. */
  readonly locale: string | undefined;
  /** In a target: the ids of new `<file>`s, by the source's. */
  readonly ids: ReadonlyMap<FileNode, string>;
}

export const memos = new Readings<Memo>();

export function recall(document: Document): Memo {
  return memos.of(document, ({ text, encoding, units }) => {
    // A document read as target has the source beside every unit, and every file has units.
    const role = units[0]?.source === undefined ? 'source' : 'target';
    const reading = { role, showsTargets: false } as const;
    return { tree: scan(text, { encoding }), reading, locale: undefined, ids: NO_IDS };
  });
}

export const NO_IDS: ReadonlyMap<FileNode, string> = new Map();

/** The segment at a key. */
export function findPart(tree: Tree, key: Key): Part | undefined {
  const [file = '', unit = ''] = key;
  const node = tree.files.get(file)?.units.get(unit);
  if (node === undefined || node.broken) return undefined;
  let parts = partsOf.get(node);
  if (parts === undefined) {
    parts = new Map(segmentsOf(node).map(({ key: own, part }) => [keyId(own), part]));
    partsOf.set(node, parts);
  }
  return parts.get(keyId(key));
}

/** The segments of each unit, by key, cached on lookup. */
const partsOf = new WeakMap<UnitNode, ReadonlyMap<string, Part>>();
