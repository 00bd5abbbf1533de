import type { Frame, Warn } from '../kit/xliff/reader.js';
import { NOT_XML } from '../kit/xml/escape.js';
import { lookup, type Opened, prefixOf, XML_NAMESPACE } from '../kit/xml/scope.js';
import { type Container, STATES, type UnitNode } from './tree.js';

/** The allowed values of an attribute. */
interface ValueRule {
  readonly accepts: (value: string) => boolean;
  readonly expected: string;
}

interface ChildRule {
  /** Children must be in the order of their ranks. */
  readonly rank: number;
  readonly many: boolean;
}

export interface ElementRule {
  readonly attributes: ReadonlyMap<string, ValueRule>;
  readonly required: readonly string[];
  readonly children: ReadonlyMap<string, ChildRule>;
  /** Children of which at least one is required. */
  readonly needs: readonly string[];
  /** Rank of elements of other namespaces; undefined if none are allowed. */
  readonly foreign: number | undefined;
  /** Allowed attributes of other namespaces: of any, of the specification's modules, or none. */
  readonly foreignAttributes: 'any' | 'modules' | 'none';
  readonly text: boolean;
}

const freeText: ValueRule = { accepts: () => true, expected: 'text' };

function oneOf(...values: readonly string[]): ValueRule {
  return { accepts: (value) => values.includes(value), expected: values.join(', ') };
}

function pattern(expression: RegExp, expected: string): ValueRule {
  return { accepts: (value) => expression.test(value), expected };
}

const yesNo = oneOf('yes', 'no');
const direction = oneOf('ltr', 'rtl', 'auto');
/** NameChar of XML 1.0, one or more. */
const NMTOKEN = String.raw`[-.:\w\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]+`;
const ASCII_TOKEN = /^[-.:\w]+$/;
const ANY_TOKEN = new RegExp(`^${NMTOKEN}$`, 'u');
const token: ValueRule = {
  accepts: (value) => ASCII_TOKEN.test(value) || ANY_TOKEN.test(value),
  expected: 'a name token: letters, digits, ".", "-", "_", ":"',
};
const tokens = pattern(
  new RegExp(String.raw`^\s*${NMTOKEN}(?:\s+${NMTOKEN})*\s*$`, 'u'),
  'unit ids separated by spaces',
);
const positive = pattern(/^\s*\+?0*[1-9]\d*\s*$/, 'a positive whole number');
const priority = pattern(/^\s*\+?0*(?:[1-9]|10)\s*$/, 'a number from 1 to 10');
const prefixed = pattern(/^[^\s:]+:[^\s:]+$/, 'prefix:value');
/** RFC 5646, including grandfathered and private tags. */
export const LANGUAGE = pattern(
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+|i-[a-z]{3,8}|en-gb-oed|sgn-be-fr|sgn-be-nl|sgn-ch-de)$/i,
  'a language tag such as de or pt-BR',
);
const space = oneOf('default', 'preserve');
const markerType = pattern(
  /^(?:generic|comment|term|[^\s:]+:[^\s:]+)$/,
  'generic, comment, term or prefix:value',
);
const hex = pattern(/^(?:[\da-f]{4,5}|0[\da-f]{5}|10[\da-f]{4})$/i, 'a code point, 0000 to 10FFFF');
/**
 * A fragment identifier within this document: file, group, unit, then one leaf (XLIFF 2.1 chapter
 * 3).
 */
const reference = pattern(
  new RegExp(
    `^(?:[^#]*|[^#]+#.*|#/?(?=.)(?:f=${NMTOKEN}(?:/|$))?(?:g=${NMTOKEN}(?:/|$))?(?:u=${NMTOKEN}(?:/|$))?(?:(?:[dnt]|[a-z]${NMTOKEN})=${NMTOKEN}|${NMTOKEN})?)$`,
    'u',
  ),
  'a URI, or a fragment such as #n=n1 or #f=f1/u=u1',
);

interface RuleShape {
  readonly attributes?: Readonly<Record<string, ValueRule>>;
  readonly required?: readonly string[];
  readonly children?: Readonly<Record<string, ChildRule>>;
  readonly needs?: readonly string[];
  readonly foreign?: number;
  readonly foreignAttributes?: ElementRule['foreignAttributes'];
  readonly text?: boolean;
}

function rule(shape: RuleShape): ElementRule {
  return {
    attributes: new Map(Object.entries(shape.attributes ?? {})),
    required: shape.required ?? [],
    children: new Map(Object.entries(shape.children ?? {})),
    needs: shape.needs ?? [],
    foreign: shape.foreign,
    foreignAttributes: shape.foreignAttributes ?? 'none',
    text: shape.text ?? false,
  };
}

const one = (rank: number): ChildRule => ({ rank, many: false });
const many = (rank: number): ChildRule => ({ rank, many: true });

const inlineNames = ['cp', 'ph', 'pc', 'sc', 'ec', 'mrk', 'sm', 'em'];
const inline = Object.fromEntries(inlineNames.map((name) => [name, many(0)]));
const shared = { canResegment: yesNo, translate: yesNo, srcDir: direction, trgDir: direction };
const content = { 'xml:space': space, 'xml:lang': LANGUAGE };
const code = {
  ...{ id: token, canCopy: yesNo, canDelete: yesNo, canReorder: oneOf('yes', 'firstNo', 'no') },
  ...{ copyOf: token, subType: prefixed },
  type: oneOf('fmt', 'ui', 'quote', 'link', 'image', 'other'),
};
const point = { ...code, disp: freeText, equiv: freeText, dataRef: token, subFlows: tokens };
const half = { ...point, canOverlap: yesNo, dir: direction, isolated: yesNo };
const marker = { id: token, translate: yesNo, type: markerType, ref: reference, value: freeText };
const body = { unit: many(3), group: many(3), notes: one(2) };

/** The core of XLIFF 2.1: elements by local name (its schema and section 4 of its text). */
export const ELEMENTS: ReadonlyMap<string, ElementRule> = new Map(
  Object.entries<RuleShape>({
    xliff: {
      attributes: { version: freeText, srcLang: LANGUAGE, trgLang: LANGUAGE, ...content },
      required: ['version', 'srcLang'],
      children: { file: many(0) },
      needs: ['file'],
      foreignAttributes: 'any',
    },
    file: {
      attributes: { id: token, original: freeText, ...shared, ...content },
      required: ['id'],
      children: { skeleton: one(0), ...body },
      needs: ['unit', 'group'],
      foreign: 1,
      foreignAttributes: 'any',
    },
    skeleton: { attributes: { href: freeText }, foreign: 0, text: true },
    group: {
      attributes: { id: token, name: freeText, type: prefixed, ...shared, ...content },
      required: ['id'],
      children: body,
      foreign: 1,
      foreignAttributes: 'any',
    },
    unit: {
      attributes: { id: token, name: freeText, type: prefixed, ...shared, ...content },
      required: ['id'],
      children: { notes: one(2), originalData: one(3), segment: many(4), ignorable: many(4) },
      needs: ['segment'],
      foreign: 1,
      foreignAttributes: 'any',
    },
    segment: {
      attributes: { id: token, canResegment: yesNo, state: oneOf(...STATES), subState: prefixed },
      children: { source: one(0), target: one(1) },
      needs: ['source'],
    },
    ignorable: {
      attributes: { id: token },
      children: { source: one(0), target: one(1) },
      needs: ['source'],
    },
    notes: { children: { note: many(0) }, needs: ['note'] },
    note: {
      attributes: {
        ...{ id: token, appliesTo: oneOf('source', 'target'), category: freeText, priority },
        ...content,
      },
      foreignAttributes: 'any',
      text: true,
    },
    originalData: { children: { data: many(0) }, needs: ['data'] },
    data: {
      attributes: { id: token, dir: direction, 'xml:space': oneOf('preserve') },
      required: ['id'],
      children: { cp: many(0) },
      text: true,
    },
    source: { attributes: content, children: inline, text: true },
    target: { attributes: { ...content, order: positive }, children: inline, text: true },
    cp: { attributes: { hex }, required: ['hex'] },
    ph: { attributes: point, required: ['id'], foreignAttributes: 'modules' },
    pc: {
      attributes: {
        ...{ ...code, canOverlap: yesNo, dir: direction, dispStart: freeText, dispEnd: freeText },
        ...{ equivStart: freeText, equivEnd: freeText, dataRefStart: token, dataRefEnd: token },
        ...{ subFlowsStart: tokens, subFlowsEnd: tokens },
      },
      required: ['id'],
      children: inline,
      foreignAttributes: 'modules',
      text: true,
    },
    sc: { attributes: half, required: ['id'], foreignAttributes: 'modules' },
    ec: { attributes: { ...half, startRef: token }, foreignAttributes: 'modules' },
    mrk: {
      attributes: marker,
      required: ['id'],
      children: inline,
      foreignAttributes: 'any',
      text: true,
    },
    sm: { attributes: marker, required: ['id'], foreignAttributes: 'any' },
    em: { attributes: { startRef: token }, required: ['startRef'] },
  }).map(([name, shape]) => [name, rule(shape)]),
);

/** Parts of a file to which XLIFF 2.2 adds attributes of its modules (`pgs:case`). */
const OPEN_IN_22: ReadonlySet<string> = new Set(['segment', 'ignorable', 'source', 'target']);

/** Elements whose children are separated only by white space, which may be rewritten. */
export const LAYOUT: ReadonlySet<string> = new Set([
  ...['xliff', 'file', 'group', 'unit', 'segment', 'ignorable', 'notes', 'originalData'],
]);

/** Why an attribute is not allowed. Fatal: the element cannot be used without the right one. */
interface Complaint {
  readonly message: string;
  readonly isFatal: boolean;
}

/** Checks the attributes of a core element (XLIFF 2.1 section 4.3 and its schema). */
export function complainOfAttributes(
  opened: Opened,
  rule: ElementRule,
  version: string,
): readonly Complaint[] {
  const { attributes, local, names } = opened;
  const complaints: Complaint[] = [];
  for (const name of names) {
    const known = rule.attributes.get(name);
    const value = attributes[name] ?? '';
    const message =
      known === undefined
        ? complainOfUnknown(name, opened, { rule, version })
        : known.accepts(value)
          ? undefined
          : `${name}="${short(value)}" on <${local}>; expected ${known.expected}.`;
    if (message !== undefined) complaints.push({ message, isFatal: name === 'hex' });
  }
  const hex = local === 'cp' ? Number.parseInt(attributes['hex'] ?? '', 16) : 0;
  if (hex > 0x9f && hex <= 0x10ffff && !NOT_XML.test(String.fromCodePoint(hex)))
    complaints.push({ message: 'a <cp> for a character that XML can contain.', isFatal: false });
  for (const name of rule.required)
    if (attributes[name] === undefined)
      complaints.push({ message: `<${local}> lacks the attribute ${name}.`, isFatal: true });
  return complaints;
}

function complainOfUnknown(
  name: string,
  { local, scope }: Opened,
  { rule, version }: { readonly rule: ElementRule; readonly version: string },
): string | undefined {
  if (name === 'xmlns' || name.startsWith('xmlns:')) return undefined;
  if (!name.includes(':')) return `<${local}> has no attribute ${name} in XLIFF ${version}.`;
  const namespace = lookup(prefixOf(name).slice(0, -1), scope);
  if (namespace === undefined) return `the prefix of ${name} is not declared.`;
  if (CORE.has(namespace)) return `${name}: core attributes have no prefix.`;
  const allowed =
    rule.foreignAttributes === 'none' && version === '2.2' && OPEN_IN_22.has(local)
      ? 'modules'
      : rule.foreignAttributes;
  if (allowed === 'any') return undefined;
  if (allowed === 'modules' && namespace !== XML_NAMESPACE && isModule(namespace)) return undefined;
  return `<${local}> cannot have the attribute ${name} from another namespace.`;
}

/** The children of an element seen so far. */
export interface Progress {
  readonly local: string;
  rank: number;
  /** Whether one of the required children was seen. */
  complete: boolean;
}

/** Checks and records a core child. A harmless one is allowed, but at another place. */
export function complainOfChild(
  child: string,
  rule: ElementRule,
  progress: Progress,
): { readonly message: string; readonly isHarmless: boolean } | undefined {
  const { local } = progress;
  const place = rule.children.get(child);
  if (place === undefined) {
    const message = `<${child}> is not allowed in <${local}>; ${expectation(rule)}.`;
    return { message, isHarmless: false };
  }
  if (rule.needs.includes(child)) progress.complete = true;
  if (place.rank < progress.rank) {
    const message = `<${child}> is in the wrong place in <${local}>; it must come before the elements that precede it.`;
    return { message, isHarmless: true };
  }
  if (place.rank === progress.rank && !place.many)
    return { message: `a second <${child}> in <${local}>.`, isHarmless: false };
  progress.rank = place.rank;
  return undefined;
}

/** Checks and records a child of another namespace. */
export function complainOfForeignChild(
  name: string,
  rule: ElementRule,
  progress: Progress,
): string | undefined {
  const { local } = progress;
  if (rule.foreign === undefined)
    return `<${name}> from another namespace is not allowed in <${local}>; ${expectation(rule)}.`;
  if (rule.foreign < progress.rank)
    return `<${name}> is in the wrong place in <${local}>; it must come before the core elements.`;
  progress.rank = rule.foreign;
  return undefined;
}

function expectation(rule: ElementRule): string {
  if (rule.children.size === 0) return rule.text ? 'expected text' : 'expected nothing inside it';
  return `expected ${[...rule.children.keys()].map((name) => `<${name}>`).join(', ')}`;
}

function short(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40)}…` : value;
}

/** What is known about an element of a module. */
interface ModuleElement {
  /** The values of attributes. Others are not checked. */
  readonly values?: Readonly<Record<string, ValueRule>>;
  readonly required?: readonly string[];
  readonly forbidden?: readonly string[];
  /** Attributes that need another one. */
  readonly needs?: Readonly<Record<string, string>>;
  /** Its id is the only one within the outermost element of the module, or the core element around that. */
  readonly unique?: 'module' | 'owner';
  /** Elements of which it must have one. It has no text of its own. */
  readonly holds?: readonly string[];
  /** It has either this attribute or content. */
  readonly insteadOf?: string;
  /** Attributes that refer to something with an id in the same unit. */
  readonly refersBy?: string;
  /** Its `xml:lang`, if stated, is this attribute of the root. */
  readonly language?: string;
  /** The attribute in which it differs from its siblings. */
  readonly differs?: string;
}

interface ModuleRule {
  readonly elements: Readonly<Record<string, ModuleElement>>;
  /** Attributes that the module adds to core elements. */
  readonly attributes?: Readonly<Record<string, ValueRule>>;
}

const FS = 'urn:oasis:names:tc:xliff:fs:2.0';
export const SIZE_RESTRICTION = 'urn:oasis:names:tc:xliff:sizerestriction:2.0';
const VALIDATION = 'urn:oasis:names:tc:xliff:validation:2.0';

const percent: ValueRule = {
  accepts: (value) => Number(value) >= 0 && Number(value) <= 100,
  expected: '0 to 100',
};
const fragment = pattern(
  /^[^#]*#./,
  'a reference to a segment or marker of this unit, such as #s1',
);
const size = pattern(/^(?:\*|\d+(?:,(?:\d+|\*))?)$/, '*, 90 or 10,90');
const integer = pattern(/^\d+$/, 'a whole number');
const identified: ModuleElement = { values: { id: token }, unique: 'module' };
const revisions = {
  changeTrack: {},
  revisions: { values: { appliesTo: token }, required: ['appliesTo'], refersBy: 'ref' },
  revision: {},
  item: { required: ['property'], differs: 'property' },
};

/** The modules (XLIFF 2.1 chapter 5), with what is checked of them. */
const MODULES: ReadonlyMap<string, ModuleRule> = new Map(
  Object.entries<ModuleRule>({
    'urn:oasis:names:tc:xliff:matches:2.0': {
      elements: {
        matches: {},
        match: {
          values: {
            ...{ id: token, ref: fragment, subType: prefixed },
            ...{ similarity: percent, matchQuality: percent, matchSuitability: percent },
            type: oneOf('am', 'mt', 'icm', 'idm', 'tb', 'tm', 'other'),
          },
          ...{ required: ['ref'], forbidden: ['xml:lang'], needs: { subType: 'type' } },
          refersBy: 'ref',
          unique: 'module',
        },
      },
    },
    'urn:oasis:names:tc:xliff:glossary:2.0': {
      elements: {
        ...{ glossary: {}, term: {}, definition: {} },
        glossEntry: { ...identified, holds: ['translation', 'definition'] },
        translation: identified,
      },
    },
    'urn:oasis:names:tc:xliff:metadata:2.0': {
      elements: {
        metadata: identified,
        metaGroup: {
          values: { id: token, appliesTo: oneOf('source', 'target', 'ignorable') },
          unique: 'module',
        },
        meta: { required: ['type'], forbidden: ['appliesTo'] },
      },
    },
    'urn:oasis:names:tc:xliff:resourcedata:2.0': {
      elements: {
        ...{ resourceData: {}, target: { insteadOf: 'href' }, reference: { required: ['href'] } },
        source: { insteadOf: 'href', language: 'srcLang' },
        resourceItem: { values: { id: token, context: yesNo }, unique: 'owner' },
        resourceItemRef: { values: { id: token }, required: ['ref'], unique: 'owner' },
      },
    },
    'urn:oasis:names:tc:xliff:changetracking:2.0': { elements: revisions },
    'urn:oasis:names:tc:xliff:changetracking:2.1': {
      elements: {
        ...revisions,
        contentItem: { required: ['property'] },
        simpleItem: { required: ['property'] },
      },
      attributes: { checksum: freeText, datetime: freeText, author: freeText },
    },
    [SIZE_RESTRICTION]: {
      elements: { profiles: {}, normalization: {}, data: { required: ['profile'] } },
      attributes: {
        ...{ storageRestriction: size, sizeRestriction: size, equivStorage: integer },
        ...{ sizeInfo: integer, sizeInfoRef: token },
        ...{ profile: freeText, general: freeText, storage: freeText },
      },
    },
    [VALIDATION]: {
      elements: {
        validation: {},
        rule: {
          values: {
            ...{ caseSensitive: yesNo, disabled: yesNo, existsInSource: yesNo },
            normalization: oneOf('none', 'nfc', 'nfd'),
            occurs: pattern(/^[1-9]\d*$/, 'a number of at least 1'),
          },
        },
      },
    },
    [FS]: {
      elements: {},
      attributes: {
        fs: pattern(/^[a-z][a-z\d]*$/, 'the name of an HTML element'),
        subFs: freeText,
      },
    },
  }),
);

const RULE_KINDS = ['isPresent', 'isNotPresent', 'startsWith', 'endsWith'];

/**
 * Checks elements and attributes outside the core. Problems with modules are warnings; ids of
 * extensions are covered by the core.
 */
export class ForeignCheck {
  readonly #warn: Warn;
  readonly #ids = new WeakMap<object, Set<string>>();
  #owner: UnitNode | Container | undefined;
  /** The outermost element of another namespace. */
  #top: object = {};
  /** Sizes are numbers: in profiles of others, they may be anything. */
  #countsSizes = false;

  constructor(warn: Warn) {
    this.#warn = warn;
  }

  /** An element of another namespace inside a core element. */
  enter(opened: Opened, owner: UnitNode | Container | undefined): void {
    this.#owner = owner;
    this.#top = opened;
    if (opened.namespace === SIZE_RESTRICTION && owner?.kind === 'file')
      owner.sizeProfile ??= opened.attributes['generalProfile'];
    if (opened.namespace === SIZE_RESTRICTION && opened.local === 'profiles')
      this.#countsSizes = ['generalProfile', 'storageProfile'].every((name) =>
        (opened.attributes[name] ?? 'xliff:').startsWith('xliff:'),
      );
    this.inside(opened);
  }

  inside(opened: Opened, parent?: Frame<Progress>): void {
    if (parent !== undefined && ruleOf(parent)?.holds?.includes(opened.local) === true)
      parent.node.complete = true;
    if (isModule(opened.namespace)) this.#checkElement(opened, parent);
    // Texts of a match repeat the ids of inline codes.
    else if (!CORE.has(opened.namespace)) this.#checkId(opened, this.#owner);
  }

  text(element: Opened, offset: number): void {
    if (ruleOf(element)?.holds !== undefined) this.#warn(`text in <${element.name}>.`, offset);
  }

  /** The end of an element of another namespace. */
  close(element: Frame<Progress>, content: string): void {
    const { attributes, name, start } = element;
    const { holds, insteadOf } = ruleOf(element) ?? {};
    if (holds !== undefined && !element.node.complete)
      this.#warn(`<${name}> lacks ${holds.map((one) => `<${one}>`).join(' or ')}.`, start);
    const isEmpty = content.trim() === '';
    if (insteadOf !== undefined && isEmpty === (attributes[insteadOf] === undefined))
      this.#warn(`<${name}> must have either content or ${insteadOf}.`, start);
  }

  /** Module attributes on a core element. @param owner what it is in */
  attributes(
    { attributes, names, local, scope, start }: Opened,
    owner: UnitNode | Container | undefined,
  ): void {
    for (const name of names) {
      const colon = name.indexOf(':');
      if (colon <= 0) continue;
      const namespace = lookup(name.slice(0, colon), scope) ?? '';
      const known = MODULES.get(namespace);
      if (known === undefined) continue;
      const bare = name.slice(colon + 1);
      const value = attributes[name] ?? '';
      const rule = Object.hasOwn(known.attributes ?? {}, bare)
        ? known.attributes?.[bare]
        : undefined;
      const isChecked = namespace !== SIZE_RESTRICTION || this.#countsSizes;
      if (rule === undefined) this.#warn(`the module of ${name} has no attribute ${bare}.`, start);
      else if (isChecked && !rule.accepts(value))
        this.#warn(`${name}="${short(value)}"; expected ${rule.expected}.`, start);
      if (bare === 'sizeInfoRef') {
        if (attributes[name.slice(0, -3)] !== undefined)
          this.#warn('both sizeInfo and sizeInfoRef; expected only one of them.', start);
        else if (owner !== undefined && !this.#hasData(value, owner))
          this.#warn(`${name}="${short(value)}" refers to no data beside or around it.`, start);
      }
      if (bare === 'subFs' && attributes[name.replace(/subFs$/, 'fs')] === undefined)
        this.#warn(`${name} without fs.`, start);
      if (
        local === 'ec' &&
        attributes['isolated'] !== 'yes' &&
        /^(?:fs|subFs|sizeInfo(?:Ref)?)$/.test(bare)
      )
        this.#warn(`only an isolated <ec> can have ${name}.`, start);
    }
  }

  /** Whether the data beside an element, or beside one around it, has an id. */
  #hasData(id: string, owner: UnitNode | Container): boolean {
    if (this.#ids.get(owner)?.has(id) === true) return true;
    return owner.kind !== 'file' && this.#hasData(id, owner.parent);
  }

  #checkElement(opened: Opened, parent: object | undefined): void {
    const { attributes, local, namespace, name, start } = opened;
    if (!MODULES.has(namespace)) return;
    const rule = ruleOf(opened);
    if (rule === undefined) {
      this.#warn(`the module of <${name}> has no element <${local}>.`, start);
      return;
    }
    const { values = {}, required = [], forbidden = [], needs = {}, unique } = rule;
    const { refersBy = '', language = '', differs } = rule;
    const owner = this.#owner;
    for (const attribute of required)
      if (attributes[attribute] === undefined)
        this.#warn(`<${name}> lacks the attribute ${attribute}.`, start);
    for (const attribute of forbidden)
      if (attributes[attribute] !== undefined)
        this.#warn(`<${name}> cannot have the attribute ${attribute}.`, start);
    for (const [attribute, other] of Object.entries(needs))
      if (attributes[attribute] !== undefined && attributes[other] === undefined)
        this.#warn(`<${name}> has ${attribute}, but not ${other}.`, start);
    for (const [attribute, { accepts, expected }] of Object.entries(values)) {
      const value = attributes[attribute];
      if (value !== undefined && !accepts(value))
        this.#warn(`${attribute}="${short(value)}" on <${name}>; expected ${expected}.`, start);
    }
    if (unique !== undefined) this.#checkId(opened, unique === 'module' ? this.#top : owner);
    if (differs !== undefined) this.#checkId(opened, parent, differs);
    const ref = attributes[refersBy];
    if (ref !== undefined && owner?.kind === 'unit')
      (owner.references ??= []).push({ ref, offset: start });
    const root = owner?.kind === 'file' ? owner.parent : owner?.file.parent;
    const [own, wanted] = [attributes['xml:lang'], root?.attributes[language]];
    if (own !== undefined && wanted !== undefined && own.toLowerCase() !== wanted.toLowerCase())
      this.#warn(`xml:lang="${own}" on <${name}>; expected "${wanted}" as <xliff> says.`, start);
    if (namespace === VALIDATION && local === 'rule') {
      const kinds = RULE_KINDS.filter((kind) => attributes[kind] !== undefined);
      const others = Object.keys(attributes).some((other) => other.includes(':'));
      if (kinds.length !== 1 && !others)
        this.#warn(`<rule> has ${String(kinds.length)} conditions; expected one.`, start);
    }
  }

  /** Ids are unique in the part of the file that the element is about. */
  #checkId(opened: Opened, part: object | undefined, name = 'id'): void {
    const { attributes, start } = opened;
    const what = isModule(opened.namespace) ? `<${opened.name}>` : 'extension element';
    const id = attributes[name] ?? attributes[`xml:${name}`];
    if (id === undefined || part === undefined) return;
    let ids = this.#ids.get(part);
    if (ids === undefined) this.#ids.set(part, (ids = new Set()));
    if (ids.has(id)) this.#warn(`a second ${what} with the ${name} "${id}" here.`, start);
    ids.add(id);
  }
}

function ruleOf({ namespace, local }: Opened): ModuleElement | undefined {
  const elements = MODULES.get(namespace)?.elements ?? {};
  return Object.hasOwn(elements, local) ? elements[local] : undefined;
}

/** Namespaces whose elements and attributes form the core of XLIFF 2. */
export const CORE: ReadonlySet<string> = new Set([
  'urn:oasis:names:tc:xliff:document:2.0',
  'urn:oasis:names:tc:xliff:document:2.2',
]);

const MODULE_PREFIX = 'urn:oasis:names:tc:xliff:';
const ITS = 'http://www.w3.org/2005/11/its';

/** Whether a namespace is that of a module in the XLIFF specifications. */
function isModule(namespace: string): boolean {
  return (namespace.startsWith(MODULE_PREFIX) && !CORE.has(namespace)) || namespace === ITS;
}

export const VERSIONS: ReadonlySet<string> = new Set(['2.0', '2.1', '2.2']);
