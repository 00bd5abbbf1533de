import type { ParseOptions, Unit, UnitState } from '../../model/index.js';
import { SIZE_RESTRICTION } from './check-modules.js';
import { fragmentOf, plainText } from './fragment.js';
import { lookup } from './scope.js';
import { STATES, isEmptyTag } from './tree.js';
import type { Container, Content, Note, Part, Tree, UnitNode } from './tree.js';

export type Role = NonNullable<ParseOptions['role']>;

/** Units of a file: one per segment, in file order. */
export function unitsOf(tree: Tree, role: Role): Unit[] {
  const units: Unit[] = [];
  const inherited = new Map<Container, string>();
  for (const file of tree.root.files)
    for (const unit of unitsIn(file))
      addUnits(units, { unit, tree, role, note: noteOf(unit, inherited) });
  return units;
}

/** Units below a file or group, in document order, however deep the groups. */
export function* unitsIn(container: Container): Generator<UnitNode> {
  const stack: (Container | UnitNode)[] = container.children.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop())
    if (node.kind === 'unit') yield node;
    else stack.push(...node.children.toReversed());
}

/** Keys of a unit's segments: file, unit, and the segment where there are several. */
export function keysOf(unit: UnitNode): ReadonlyMap<Part, readonly string[]> {
  const segments = unit.parts.filter(({ kind }) => kind === 'segment');
  const base = [unit.file.id, unit.id];
  const [only] = segments;
  if (segments.length === 1 && only !== undefined) return new Map([[only, base]]);
  const ids = new Set(segments.map(({ attributes }) => attributes['id']));
  return new Map(
    segments.map((part, index) => {
      const ordinal = `s${String(index + 1)}`;
      // No id holds "#", so that an ordinal never meets the id of another segment.
      return [
        part,
        [...base, part.attributes['id'] ?? (ids.has(ordinal) ? `#${ordinal}` : ordinal)],
      ];
    }),
  );
}

interface UnitPlace {
  readonly unit: UnitNode;
  readonly tree: Tree;
  readonly role: Role;
  readonly note: string;
}

function addUnits(units: Unit[], { unit, tree, role, note }: UnitPlace): void {
  const maxLength = maxLengthOf(unit);
  for (const [part, key] of keysOf(unit)) {
    const { source, target } = part;
    if (source === undefined) continue;
    const sourceText = textOf(source, tree.text);
    const shared = {
      ...{ key, kind: 'text' as const },
      ...(note !== '' && { note }),
      ...(unit.translate ? {} : { translate: false as const }),
      ...(maxLength !== undefined && { maxLength }),
    };
    if (role === 'source') {
      units.push({ ...shared, text: sourceText, range: rangeOf(source), ...inlineOf(source) });
      continue;
    }
    const state = stateOf(part);
    units.push({
      ...shared,
      text: target === undefined ? '' : textOf(target, tree.text),
      range: target === undefined ? { start: source.end, end: source.end } : rangeOf(target),
      ...(target !== undefined && inlineOf(target)),
      source: sourceText,
      ...(state !== undefined && { state }),
    });
  }
}

export function textOf(content: Content, text: string): string {
  const raw = text.slice(content.openEnd, content.closeStart);
  return content.codes.length > 0 ? fragmentOf(raw) : plainText(raw);
}

function inlineOf(content: Content): { readonly inline?: 'xliff' } {
  return content.codes.length > 0 ? { inline: 'xliff' } : {};
}

/** Between the tags; all of `<target/>`. */
function rangeOf(content: Content): Unit['range'] {
  return isEmptyTag(content)
    ? { start: content.start, end: content.end }
    : { start: content.openEnd, end: content.closeStart };
}

function stateOf({ attributes, target }: Part): UnitState | undefined {
  const said = STATES.find((state) => state === attributes['state']);
  return said ?? (target === undefined ? 'initial' : undefined);
}

/** What is said of the source: the unit's notes, then those of its groups and its file. */
function noteOf(unit: UnitNode, inherited: Map<Container, string>): string {
  const own = linesOf(unit.notes);
  const outer = containerNote(unit.parent, inherited);
  return own === '' || outer === '' ? own + outer : `${own}\n${outer}`;
}

/** Remembered by container, so that many units under many notes cost no more than the file. */
function containerNote(container: Container, inherited: Map<Container, string>): string {
  const chain: Container[] = [];
  let at: Container | undefined = container;
  while (at !== undefined && !inherited.has(at)) {
    chain.push(at);
    at = at.kind === 'file' ? undefined : at.parent;
  }
  for (const next of chain.toReversed()) {
    const outer = next.kind === 'file' ? '' : (inherited.get(next.parent) ?? '');
    const own = linesOf(next.notes);
    inherited.set(next, own === '' || outer === '' ? own + outer : `${own}\n${outer}`);
  }
  return inherited.get(container) ?? '';
}

function linesOf(notes: readonly Note[]): string {
  const lines = notes.filter(isForTranslators).map(({ text }) => text.trim());
  return lines.filter((line) => line !== '').join('\n');
}

/** Bookkeeping of tools that write notes for themselves (Angular, Symfony). */
const BOOKKEEPING: ReadonlySet<string> = new Set(['location', 'state', 'approved', 'processed']);

function isForTranslators({ attributes }: Note): boolean {
  return attributes['appliesTo'] !== 'target' && !BOOKKEEPING.has(attributes['category'] ?? '');
}

/** A plain limit in code points: the size restriction module's, or a note that states one. */
function maxLengthOf(unit: UnitNode): number | undefined {
  const segments = unit.parts.filter(({ kind }) => kind === 'segment');
  if (segments.length !== 1) return undefined;
  for (const name in unit.attributes) {
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
