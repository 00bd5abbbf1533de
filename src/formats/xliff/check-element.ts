import type { Opened } from '../kit/xml/element.js';
import { XML_NAMESPACE, prefixOf } from '../kit/xml/names.js';
import { CORE, isModule } from './names.js';
import { lookup } from '../kit/xml/scope.js';
import { OPEN_IN_22, type ElementRule } from './schema.js';

/** Why something is not allowed; the caller knows where it is. */
export type Complaint = string | undefined;

export interface AttributeComplaint {
  readonly message: string;
  /** The element cannot be used without the attribute. */
  readonly isFatal: boolean;
}

export interface ChildComplaint {
  readonly message: string;
  /** The element is allowed, but at another place. */
  readonly isHarmless: boolean;
}

/** Checks the attributes of a core element (XLIFF 2.1 section 4.3 and its schema). */
export function complainOfAttributes(
  opened: Opened,
  rule: ElementRule,
  version: string,
): readonly AttributeComplaint[] {
  const { attributes, local, names } = opened;
  const complaints: AttributeComplaint[] = [];
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
): Complaint {
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

/** Checks and records a core child. */
export function complainOfChild(
  child: string,
  rule: ElementRule,
  progress: Progress,
): ChildComplaint | undefined {
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
): Complaint {
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

export function short(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40)}…` : value;
}
