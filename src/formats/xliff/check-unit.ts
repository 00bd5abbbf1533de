import type { Warn } from '../kit/xliff/reader.js';
import type { Code, Content, Part, RootNode, UnitNode } from './tree.js';

type Side = 'source' | 'target';

/** Warns of a problem that makes a unit unusable. */
export type Spoil = (message: string, offset: number, unit: UnitNode | undefined) => void;

/** The constraints that need a whole unit. Messages name the rule, offsets the place. */
export class UnitCheck {
  readonly #warn: Warn;
  readonly #spoil: Spoil;

  constructor({ warn, spoil }: { readonly warn: Warn; readonly spoil: Spoil }) {
    this.#warn = warn;
    this.#spoil = spoil;
  }

  run(unit: UnitNode, root: RootNode): void {
    let codes = false;
    let orders = false;
    for (const part of unit.parts) {
      this.#checkPart(part, root);
      codes ||= part.source?.codes.length !== 0 || (part.target?.codes.length ?? 0) !== 0;
      orders ||= part.target?.attributes['order'] !== undefined;
    }
    if (codes || unit.parts.length > 1) this.#checkIds(unit);
    if (orders) this.#checkOrder(unit);
    if (codes) checkCodes(unit, this.#warn);
    if (unit.references !== undefined) this.#checkReferences(unit);
  }

  /** Modules refer to segments, codes, notes and data of their unit. */
  #checkReferences({ parts, notes, originalData, references = [] }: UnitNode): void {
    const codes = parts.flatMap(({ source, target }) => [source?.codes, target?.codes]).flat();
    const ids = new Set([...parts, ...codes, ...notes].map((one) => one?.attributes['id']));
    for (const { ref, offset } of references) {
      const id = /[^#/=]*$/.exec(ref)?.[0] ?? '';
      // It may mean a segment that lacks the id.
      if (ref.startsWith('#') && parts.some((part) => !('id' in part.attributes))) continue;
      if (!ids.has(id) && originalData?.data.has(id) !== true)
        this.#warn(`ref="${ref}" refers to nothing in this unit.`, offset);
    }
  }

  #checkPart(part: Part, root: RootNode): void {
    const { attributes, source, target, unit } = part;
    const state = attributes['state'];
    if (attributes['subState'] !== undefined && state === undefined)
      this.#warn('subState without state.', part.start);
    if (target === undefined) {
      if (state !== undefined && state !== 'initial')
        this.#warn(`state="${state}" without <target>.`, part.start);
    } else {
      if (root.attributes['trgLang'] === undefined)
        this.#warn('there is a <target>, but <xliff> has no trgLang.', target.start);
      this.#checkLanguage(target, unit, { side: 'target', expected: root.attributes['trgLang'] });
      if (source !== undefined && spaceOf(source, unit) !== spaceOf(target, unit))
        this.#warn('xml:space differs between <source> and <target>.', target.start);
    }
    if (source !== undefined)
      this.#checkLanguage(source, unit, { side: 'source', expected: root.attributes['srcLang'] });
  }

  #checkLanguage(
    content: Content,
    unit: UnitNode,
    { side, expected = '' }: { readonly side: Side; readonly expected: string | undefined },
  ): void {
    const language = content.attributes['xml:lang'] ?? unit.lang;
    if (language === undefined) return;
    const said = language.toLowerCase();
    const base = expected.toLowerCase();
    if (said !== base && !said.startsWith(`${base}-`))
      this.#warn(
        `xml:lang="${language}" on <${side}>; expected "${expected}" as <xliff> says.`,
        content.start,
      );
  }

  /**
   * Ids of segments, ignorables and inline elements share a name space; targets repeat their
   * source's.
   */
  #checkIds(unit: UnitNode): void {
    const taken = new Map<string, string>();
    const take = (id: string | undefined, what: string, offset: number): void => {
      if (id === undefined) return;
      if (taken.has(id))
        this.#spoil(`the id "${id}" appears twice in this unit; ids must be unique.`, offset, unit);
      taken.set(id, what);
    };
    for (const part of unit.parts) {
      take(part.attributes['id'], part.kind, part.start);
      for (const code of part.source?.codes ?? [])
        take(code.attributes['id'], family(code), code.start);
    }
    const targets = new Set<string>();
    for (const { target } of unit.parts)
      for (const code of target?.codes ?? []) {
        const id = code.attributes['id'];
        if (id === undefined) continue;
        const original = taken.get(id);
        if (targets.has(id) || (original !== undefined && original !== family(code)))
          this.#warn(`the id "${id}" of <${code.local}> is already used in this unit.`, code.start);
        targets.add(id);
      }
  }

  /**
   * Orders must be 1 to N, each once, and must not give one place to two targets (XLIFF 2.1,
   * order).
   */
  #checkOrder(unit: UnitNode): void {
    const count = unit.parts.length;
    const places = new Map<number, Content>();
    unit.parts.forEach(({ target }, index) => {
      const order = target?.attributes['order'];
      if (target === undefined) return;
      const place = order === undefined ? index + 1 : Number(order);
      if (place > count)
        this.#warn(`order="${String(place)}"; expected 1 to ${String(count)}.`, target.start);
      const other = places.get(place);
      if (other !== undefined)
        this.#warn(`two targets in this unit have order ${String(place)}.`, target.start);
      places.set(place, target);
    });
    unit.parts.forEach(({ target }, index) => {
      if (target?.attributes['order'] !== undefined && !places.has(index + 1))
        this.#warn(
          `order="${target.attributes['order']}", but no target has order ${String(index + 1)}.`,
          target.start,
        );
    });
  }
}

function spaceOf(content: Content, unit: UnitNode): string {
  return content.attributes['xml:space'] ?? unit.space;
}

/** Elements that may replace one another in a target. */
function family({ local }: Code): string {
  if (local === 'sc') return 'pc';
  return local === 'sm' ? 'mrk' : local;
}

/** Rules for inline codes and annotations (XLIFF 2.1 section 4.7 and its Schematron rules). */
function checkCodes(unit: UnitNode, warn: Warn): void {
  const all = new Map<string, Code>();
  for (const side of ['source', 'target'] as const)
    for (const code of codesOf(unit, side)) {
      const id = code.attributes['id'];
      if (id !== undefined && !all.has(id)) all.set(id, code);
    }
  for (const side of ['source', 'target'] as const) {
    for (const code of codesOf(unit, side)) {
      checkReferences(code, all, { unit, warn });
      const { canReorder = 'yes', canCopy, canDelete, type, subType } = code.attributes;
      if (canReorder !== 'yes' && (canCopy !== 'no' || canDelete !== 'no'))
        warn(
          `canReorder="${canReorder}" also requires canCopy="no" and canDelete="no".`,
          code.start,
        );
      if (subType !== undefined && type === undefined) warn('subType without type.', code.start);
      else if (subType?.startsWith('xlf:') === true && SUBTYPES.get(subType) !== type)
        warn(`subType="${subType}" does not go with type="${String(type)}".`, code.start);
      checkAnnotation(code, unit, warn);
    }
    const codes = side === 'source' ? codesOf(unit, side) : targetCodes(unit);
    checkPairs(codes, warn);
    checkMarkers(codes, warn);
    checkSequences(codes, warn);
  }
  checkKept(unit, warn);
}

function codesOf(unit: UnitNode, side: Side): readonly Code[] {
  if (unit.parts.length === 1) return unit.parts[0]?.[side]?.codes ?? [];
  return unit.parts.flatMap((part) => part[side]?.codes ?? []);
}

const SUBTYPES: ReadonlyMap<string, string> = new Map([
  ...['lb', 'pb', 'b', 'i', 'u'].map((name) => [`xlf:${name}`, 'fmt'] as const),
  ['xlf:var', 'ui'],
]);

/** @param all the codes of the unit by id */
function checkReferences(
  code: Code,
  all: ReadonlyMap<string, Code>,
  { unit, warn }: { readonly unit: UnitNode; readonly warn: Warn },
): void {
  const { attributes } = code;
  for (const name of ['dataRef', 'dataRefStart', 'dataRefEnd']) {
    const id = attributes[name];
    if (id !== undefined && unit.originalData?.data.has(id) !== true)
      warn(`${name}="${id}" refers to no <data> of this unit.`, code.start);
  }
  for (const name of ['subFlows', 'subFlowsStart', 'subFlowsEnd']) {
    const ids = attributes[name]?.split(/\s+/).filter((id) => id !== '');
    if (ids !== undefined) unit.file.flows.push({ unit, ids, offset: code.start });
  }
  const copied = attributes['copyOf'];
  if (copied === undefined) return;
  if (hasData(code))
    warn('both copyOf and a reference to original data; expected only one of them.', code.start);
  const base = all.get(copied);
  if (base === undefined) warn(`copyOf="${copied}" refers to no code of this unit.`, code.start);
  else if (hasData(base) || base.attributes['canCopy'] === 'no')
    warn(`copyOf="${copied}" refers to a code that cannot be copied here.`, code.start);
}

function hasData({ attributes }: Code): boolean {
  return ['dataRef', 'dataRefStart', 'dataRefEnd'].some((name) => attributes[name] !== undefined);
}

function checkAnnotation(code: Code, unit: UnitNode, warn: Warn): void {
  if (code.local !== 'mrk' && code.local !== 'sm') return;
  const { type = 'generic', ref, value, translate } = code.attributes;
  if (type === 'generic' && translate === undefined)
    warn(`<${code.local}> has no effect; expected translate or another type.`, code.start);
  if (type === 'mtc:match' && ref !== undefined)
    warn('an annotation of type mtc:match cannot have ref.', code.start);
  if (type !== 'comment') return;
  if ((ref === undefined) === (value === undefined))
    warn('a comment annotation must have either value or ref.', code.start);
  if (ref !== undefined && !pointsToNote(ref, unit))
    warn(`ref="${ref}" refers to no <note> of this unit.`, code.start);
}

function pointsToNote(ref: string, unit: UnitNode): boolean {
  const fragment = ref.startsWith('#') ? ref.slice(1) : ref;
  const full = /^\/?(?:f=([^/]*)\/)?(?:u=([^/]*)\/)?n=([^/=]*)$/.exec(fragment);
  // A reference with a file and no unit is to a note of the file.
  if (full === null || (full[1] !== undefined && full[2] === undefined)) return false;
  const [, file = unit.file.id, inUnit = unit.id, id] = full;
  if (file !== unit.file.id || inUnit !== unit.id) return false;
  return unit.notes.some((note) => note.attributes['id'] === id);
}

const SHARED_DEFAULTS = ['canCopy', 'canDelete', 'canOverlap'] as const;
const SHARED_IF_SAID = ['type', 'subType', 'copyOf'] as const;

/** `sc` and `ec` must be pairs within a unit, or be marked as isolated. */
function checkPairs(codes: readonly Code[], warn: Warn): void {
  const open = new Map<string, Code>();
  const isolated = new Set<string>();
  const closed = new Set<string>();
  for (const code of codes) {
    const { attributes, start } = code;
    if (code.local === 'sc') {
      const id = attributes['id'] ?? '';
      if (attributes['isolated'] === 'yes') isolated.add(id);
      else open.set(id, code);
    } else if (code.local === 'ec') {
      checkEndShape(code, warn);
      const id = attributes['startRef'];
      if (id === undefined) continue;
      const opening = open.get(id);
      if (isolated.has(id)) warn(`<ec startRef="${id}"> refers to an isolated <sc>.`, start);
      if (opening === undefined || closed.has(id))
        warn(`<ec startRef="${id}"> refers to no earlier <sc> in this unit.`, start);
      else checkAgreement(opening, code, warn);
      closed.add(id);
    }
  }
  for (const [id, code] of open)
    if (!closed.has(id))
      warn(
        `<sc id="${id}"> has no <ec> in this unit; expected one, or isolated="yes".`,
        code.start,
      );
}

function checkEndShape({ attributes, start }: Code, warn: Warn): void {
  const { id, startRef, isolated, dir } = attributes;
  if (isolated === 'yes') {
    if (id === undefined || startRef !== undefined)
      warn('an isolated <ec> must have an id and no startRef.', start);
  } else if (startRef === undefined || id !== undefined)
    warn('<ec> must have startRef and no id, unless it has no <sc> and isolated="yes".', start);
  else if (dir !== undefined) warn('only an isolated <ec> can have dir.', start);
}

function checkAgreement(opening: Code, closing: Code, warn: Warn): void {
  const a = opening.attributes;
  const b = closing.attributes;
  for (const name of SHARED_DEFAULTS)
    if ((a[name] ?? 'yes') !== (b[name] ?? 'yes'))
      warn(`${name} differs between <sc> and its <ec>.`, closing.start);
  for (const name of SHARED_IF_SAID)
    if (b[name] !== undefined && a[name] !== b[name])
      warn(`${name} differs between <sc> and its <ec>.`, closing.start);
  const expected = a['canReorder'] === 'firstNo' ? 'no' : (a['canReorder'] ?? 'yes');
  if ((b['canReorder'] ?? 'yes') !== expected)
    warn(`canReorder of this <ec> must be "${expected}", as on its <sc>.`, closing.start);
}

function checkMarkers(codes: readonly Code[], warn: Warn): void {
  const open = new Map<string, Code>();
  const closed = new Set<string>();
  for (const code of codes)
    if (code.local === 'sm') open.set(code.attributes['id'] ?? '', code);
    else if (code.local === 'em') {
      const id = code.attributes['startRef'] ?? '';
      if (!open.has(id) || closed.has(id))
        warn(`<em startRef="${id}"> refers to no earlier <sm> in this unit.`, code.start);
      closed.add(id);
    }
  for (const [id, code] of open)
    if (!closed.has(id)) warn(`<sm id="${id}"> has no <em> in this unit.`, code.start);
}

/** `canReorder="no"` must continue a sequence that a `firstNo` started. */
function checkSequences(codes: readonly Code[], warn: Warn): void {
  let going = false;
  for (const code of codes) {
    if (code.local === 'mrk' || code.local === 'sm' || code.local === 'em') continue;
    const order = code.attributes['canReorder'] ?? 'yes';
    if (order === 'no' && !going)
      warn('canReorder="no" must follow a code with canReorder "firstNo" or "no".', code.start);
    going = order !== 'yes';
  }
}

/**
 * Codes of the targets in reading order: `order` moves whole segments. An untranslated segment
 * counts with its source's codes, so that a unit can be translated segment by segment.
 */
function targetCodes(unit: UnitNode): readonly Code[] {
  if (unit.parts.every(({ target }) => target === undefined)) return [];
  const contents: (Content | undefined)[] = [];
  unit.parts.forEach(({ source, target }, index) => {
    const order = Number(target?.attributes['order'] ?? index + 1);
    contents[order <= unit.parts.length ? order - 1 : index] = target ?? source;
  });
  return contents.flatMap((content) => content?.codes ?? []);
}

/** Codes that must not be deleted have to be in the target, or in another target of the unit. */
function checkKept(unit: UnitNode, warn: Warn): void {
  let kept: Set<string | undefined> | undefined;
  for (const { source, target, kind } of unit.parts) {
    if (target === undefined || kind === 'ignorable') continue;
    for (const code of source?.codes ?? []) {
      const id = code.attributes['id'];
      if (id === undefined || code.attributes['canDelete'] !== 'no') continue;
      kept ??= new Set(codesOf(unit, 'target').map(({ attributes }) => attributes['id']));
      if (!kept.has(id))
        warn(`the code "${id}" has canDelete="no" but is missing in the target.`, target.start);
    }
  }
}
