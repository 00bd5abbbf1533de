import type { Warn } from '../kit/xml/reader.js';
import { type Attributes, lookup, type Opened, prefixOf, XML_NAMESPACE } from '../kit/xml/scope.js';
import { type ElementRule, OPEN_IN_22 } from './schema.js';
import type { Container, UnitNode } from './tree.js';

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

interface ModuleRule {
  /** Required attributes of elements. */
  readonly required: Readonly<Record<string, readonly string[]>>;
  /** Attributes that the module adds to core elements. */
  readonly attributes: readonly string[];
}

const FS = 'urn:oasis:names:tc:xliff:fs:2.0';
export const SIZE_RESTRICTION = 'urn:oasis:names:tc:xliff:sizerestriction:2.0';
const VALIDATION = 'urn:oasis:names:tc:xliff:validation:2.0';

/** Modules whose elements and attributes are known by name (XLIFF 2.1 chapter 5). */
const MODULES: ReadonlyMap<string, ModuleRule> = new Map(
  Object.entries<ModuleRule>({
    'urn:oasis:names:tc:xliff:matches:2.0': {
      required: { matches: [], match: ['ref'] },
      attributes: [],
    },
    'urn:oasis:names:tc:xliff:glossary:2.0': {
      required: { glossary: [], glossEntry: [], term: [], translation: [], definition: [] },
      attributes: [],
    },
    'urn:oasis:names:tc:xliff:metadata:2.0': {
      required: { metadata: [], metaGroup: [], meta: ['type'] },
      attributes: [],
    },
    'urn:oasis:names:tc:xliff:resourcedata:2.0': {
      required: {
        ...{ resourceData: [], resourceItem: [], resourceItemRef: ['ref'] },
        ...{ source: [], target: [], reference: ['href'] },
      },
      attributes: [],
    },
    'urn:oasis:names:tc:xliff:changetracking:2.0': {
      required: { changeTrack: [], revisions: ['appliesTo'], revision: [], item: ['property'] },
      attributes: [],
    },
    'urn:oasis:names:tc:xliff:changetracking:2.1': {
      required: {
        ...{ changeTrack: [], revisions: ['appliesTo'], revision: [], item: ['property'] },
        ...{ contentItem: ['property'], simpleItem: ['property'] },
      },
      attributes: ['checksum', 'datetime', 'author'],
    },
    [SIZE_RESTRICTION]: {
      required: { profiles: [], normalization: [], data: ['profile'] },
      attributes: [
        ...['storageRestriction', 'sizeRestriction', 'equivStorage', 'sizeInfo', 'sizeInfoRef'],
        ...['profile', 'general', 'storage'],
      ],
    },
    [VALIDATION]: { required: { validation: [], rule: [] }, attributes: [] },
    [FS]: { required: {}, attributes: ['fs', 'subFs'] },
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
  #owner: object | undefined;

  constructor(warn: Warn) {
    this.#warn = warn;
  }

  /** An element of another namespace inside a core element. */
  enter(opened: Opened, owner: UnitNode | Container | undefined): void {
    this.#owner = owner;
    if (opened.namespace === SIZE_RESTRICTION && owner?.kind === 'file')
      owner.sizeProfile ??= opened.attributes['generalProfile'];
    this.inside(opened);
  }

  inside(opened: Opened): void {
    if (isModule(opened.namespace)) this.#checkElement(opened);
    // Texts of a match repeat the ids of inline codes.
    else if (!CORE.has(opened.namespace)) this.#checkId(opened);
  }

  /** Module attributes on a core element. */
  attributes({ attributes, names, local, scope, start }: Opened): void {
    for (const name of names) {
      const colon = name.indexOf(':');
      if (colon <= 0) continue;
      const namespace = lookup(name.slice(0, colon), scope) ?? '';
      const known = MODULES.get(namespace);
      if (known === undefined) continue;
      const bare = name.slice(colon + 1);
      if (!known.attributes.includes(bare))
        this.#warn(`the module of ${name} has no attribute ${bare}.`, start);
      if (namespace === FS) this.#checkStyle(bare, attributes, { name, local, start });
    }
    if (
      names.some((name) => name.endsWith(':sizeInfo')) &&
      names.some((name) => name.endsWith(':sizeInfoRef'))
    )
      this.#warn('both sizeInfo and sizeInfoRef; expected only one of them.', start);
  }

  #checkStyle(
    bare: string,
    attributes: Attributes,
    at: { readonly name: string; readonly local: string; readonly start: number },
  ): void {
    const value = attributes[at.name] ?? '';
    if (bare === 'fs' && !/^[a-z][a-z\d]*$/.test(value))
      this.#warn(`${at.name}="${short(value)}"; expected the name of an HTML element.`, at.start);
    if (bare === 'subFs' && attributes[at.name.replace(/subFs$/, 'fs')] === undefined)
      this.#warn(`${at.name} without fs.`, at.start);
    if (at.local === 'ec' && attributes['isolated'] !== 'yes')
      this.#warn(`only an isolated <ec> can have ${at.name}.`, at.start);
  }

  #checkElement({ attributes, local, namespace, name, start }: Opened): void {
    const known = MODULES.get(namespace);
    if (known === undefined) return;
    const required = Object.hasOwn(known.required, local) ? known.required[local] : undefined;
    if (required === undefined) {
      this.#warn(`the module of <${name}> has no element <${local}>.`, start);
      return;
    }
    for (const attribute of required)
      if (attributes[attribute] === undefined)
        this.#warn(`<${name}> lacks the attribute ${attribute}.`, start);
    if (namespace === VALIDATION && local === 'rule') this.#checkRule(attributes, start);
    if (local === 'match') this.#checkMatch(attributes, start);
  }

  #checkRule(attributes: Attributes, start: number): void {
    const kinds = RULE_KINDS.filter((name) => attributes[name] !== undefined);
    const others = Object.keys(attributes).some((name) => name.includes(':'));
    if (kinds.length !== 1 && !others)
      this.#warn(`<rule> has ${String(kinds.length)} conditions; expected one.`, start);
    if (attributes['occurs'] !== undefined && !/^[1-9]\d*$/.test(attributes['occurs']))
      this.#warn('occurs must be a number of at least 1.', start);
  }

  #checkMatch(attributes: Attributes, start: number): void {
    for (const name of ['similarity', 'matchQuality', 'matchSuitability']) {
      const value = attributes[name];
      if (value !== undefined && !(Number(value) >= 0 && Number(value) <= 100))
        this.#warn(`${name}="${short(value)}"; expected 0 to 100.`, start);
    }
  }

  /** Ids of extension elements must be unique in the unit, group or file that they extend. */
  #checkId({ attributes, start }: Opened): void {
    const id = attributes['id'] ?? attributes['xml:id'];
    if (id === undefined || this.#owner === undefined) return;
    let ids = this.#ids.get(this.#owner);
    if (ids === undefined) this.#ids.set(this.#owner, (ids = new Set()));
    if (ids.has(id)) this.#warn(`a second extension element with the id "${id}" here.`, start);
    ids.add(id);
  }
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
