import { short } from './check-element.js';
import type { Warn } from '../kit/xml/fail.js';
import { CORE, isModule } from './names.js';
import { lookup } from '../kit/xml/scope.js';
import type { Attributes, Opened } from '../kit/xml/element.js';
import type { Container, UnitNode } from './tree.js';

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
    this.#checkSizes(names, start);
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

  #checkSizes(names: readonly string[], start: number): void {
    if (
      names.some((name) => name.endsWith(':sizeInfo')) &&
      names.some((name) => name.endsWith(':sizeInfoRef'))
    )
      this.#warn('both sizeInfo and sizeInfoRef; expected only one of them.', start);
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
