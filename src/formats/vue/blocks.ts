import type { Range } from '../../model/index.js';

/** An `<i18n>` block of a Vue component. */
export interface I18nBlock {
  /** What is between its tags. */
  readonly content: Range;
  /** The whole block. */
  readonly range: Range;
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  readonly name: string;
  /** Undefined: it has none, as in `<i18n global>`. */
  readonly value: string | undefined;
  /** Where the value is, without quotes. */
  readonly range: Range;
}

const NEXT = /<!--[^]*?(?:-->|$)|<([A-Za-z][\w-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/g;
const ATTRIBUTE = /([^\s"'=/>]+)(?:(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** The `<i18n>` blocks at the top level of a component, in file order. */
export function i18nBlocks(text: string): readonly I18nBlock[] {
  if (!text.includes('<i18n')) return [];
  const blocks: I18nBlock[] = [];
  const next = new RegExp(NEXT);
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [tag, name, rest = ''] = found;
    if (name === undefined || rest.endsWith('/')) continue;
    const start = next.lastIndex;
    const end = endOf(text, name, start);
    next.lastIndex = end.outer;
    if (name !== 'i18n') continue;
    const at = found.index + tag.length - rest.length - 1;
    blocks.push({
      content: { start, end: end.inner },
      range: { start: found.index, end: end.outer },
      attributes: [...rest.matchAll(ATTRIBUTE)].map((one) => {
        const [whole = '', named = '', sign, ...values]: readonly (string | undefined)[] = one;
        const value = values.find((said) => said !== undefined);
        const isQuoted = value !== undefined && values[2] === undefined;
        const first = at + one.index + named.length + (sign?.length ?? 0) + (isQuoted ? 1 : 0);
        const last = at + one.index + whole.length - (isQuoted ? 1 : 0);
        return { name: named, value, range: { start: first, end: last } };
      }),
    });
  }
  return blocks;
}

/** Where an element ends. Only templates have elements of the same name in them. */
function endOf(text: string, name: string, from: number): { inner: number; outer: number } {
  const pattern =
    name === 'template'
      ? `<!--[^]*?-->|<(/?)template(?![\\w-])(?:"[^"]*"|'[^']*'|[^'">])*?(/?)>`
      : `<(/)${name}\\s*>`;
  const tag = new RegExp(pattern, 'g');
  tag.lastIndex = from;
  let depth = 1;
  for (let found = tag.exec(text); found !== null; found = tag.exec(text)) {
    const [whole, closes, isEmpty] = found;
    if (closes === '/') depth -= 1;
    else if (!whole.startsWith('<!--') && isEmpty !== '/') depth += 1;
    if (depth === 0) return { inner: found.index, outer: tag.lastIndex };
  }
  return { inner: text.length, outer: text.length };
}

/** The value of an attribute; '' for one without a value. */
export function attributeOf({ attributes }: I18nBlock, name: string): string | undefined {
  const found = attributes.find((one) => one.name === name);
  return found && (found.value ?? '');
}
