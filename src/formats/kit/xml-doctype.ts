import { formatError } from './unusable.js';

export interface Doctype {
  readonly entities: ReadonlyMap<string, string>;
  /** Offset after its `>`. */
  readonly end: number;
}

const NAME = String.raw`[:A-Za-z_\u00c0-\uffff][-.\w:\u00b7-\uffff]*`;
const ENTITY = new RegExp(
  String.raw`<!ENTITY\s+(?:%\s+)?(${NAME})\s+(?:"([^"]*)"|'([^']*)'|(?:SYSTEM|PUBLIC)\s[^>]*)\s*>`,
  'y',
);
/* The start of constructs with their own end, and the brackets around the declarations. */
const NEXT = /["'[\]>]|<!--|<\?|<!/g;
const ENDS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '<!--': '-->', '<?': '?>' };
const USE = new RegExp(`&(${NAME});`, 'g');

/**
 * The most characters of an expanded entity. A longer one is an attack on readers that expand it.
 */
const LONGEST = 100_000;
const MOST_LEVELS = 20;

/**
 * Reads a document type declaration: its entities and its end. Linear.
 * @throws FormatError `syntax`, also for entities that contain themselves or expand too much
 */
export function readDoctype(text: string, start: number, file: string | undefined): Doctype {
  const fail = (message: string, offset: number): Error =>
    formatError('syntax', `${message}.`, { text, offset, file });
  const entities = new Map<string, string>();
  let isInside = false;
  NEXT.lastIndex = start + '<!DOCTYPE'.length;
  for (let match = NEXT.exec(text); match !== null; match = NEXT.exec(text)) {
    const [sign] = match;
    const closing = ENDS[sign];
    if (closing !== undefined) {
      const end = text.indexOf(closing, NEXT.lastIndex);
      if (end === -1)
        throw fail(`what starts here is never closed; expected ${closing}`, match.index);
      NEXT.lastIndex = end + closing.length;
    } else if (sign === '[') isInside = true;
    else if (sign === ']') isInside = false;
    else if (sign === '>' && !isInside) {
      const bomb = growing(entities);
      if (bomb !== undefined)
        throw fail(`the entity ${bomb} refers to itself or expands to too much text`, start);
      return { entities, end: NEXT.lastIndex };
    } else if (sign === '<!' && text.startsWith('<!ENTITY', match.index)) {
      ENTITY.lastIndex = match.index;
      const [whole, name = '', double, single = ''] = ENTITY.exec(text) ?? [];
      if (whole === undefined) throw fail('an invalid entity declaration', match.index);
      if (!/^<!ENTITY\s+%/.test(whole) && !entities.has(name)) entities.set(name, double ?? single);
      NEXT.lastIndex = match.index + whole.length;
    }
  }
  throw fail('the DOCTYPE is never closed; expected ">"', start);
}

/** An entity that expands to more than allowed; undefined if none does. */
function growing(entities: ReadonlyMap<string, string>): string | undefined {
  const lengths = new Map<string, number>();
  const lengthOf = (name: string, level: number): number => {
    const value = entities.get(name);
    if (value === undefined) return 0;
    if (level > MOST_LEVELS) return Infinity;
    const known = lengths.get(name);
    if (known !== undefined) return known;
    let length = value.length;
    for (const [, used = ''] of value.matchAll(USE)) length += lengthOf(used, level + 1);
    lengths.set(name, length);
    return length;
  };
  for (const name of entities.keys()) if (lengthOf(name, 0) > LONGEST) return name;
  return undefined;
}
