import { checkCodes } from './check-codes.js';
import type { Warn } from '../kit/xml/fail.js';
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

export function spaceOf(content: Content, unit: UnitNode): string {
  return content.attributes['xml:space'] ?? unit.space;
}

/** Elements that may replace one another in a target. */
function family({ local }: Code): string {
  if (local === 'sc') return 'pc';
  return local === 'sm' ? 'mrk' : local;
}
