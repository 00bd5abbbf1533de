import type { TomlNode } from './node.js';

const FORMS: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);
const METADATA: ReadonlySet<string> = new Set([
  ...['id', 'hash', 'description', 'leftdelim', 'rightdelim'],
]);

export interface Message {
  readonly children: readonly TomlNode[];
}

/**
 * A table without the `hash` and `description` of a go-i18n message. The description, or else the
 * table's note, becomes the note of its texts.
 */
export function withoutMetadata(children: readonly TomlNode[], note: string): Message {
  const isForm = ({ key }: TomlNode): boolean => FORMS.has(key.at(-1) ?? '');
  const isMetadata = ({ key }: TomlNode): boolean => METADATA.has(key.at(-1)?.toLowerCase() ?? '');
  const forms = children.filter(isForm);
  if (forms.length === 0 || !children.every((one) => isForm(one) || isMetadata(one)))
    return { children };
  const description = children.find(({ key }) => key.at(-1) === 'description')?.unit;
  const own = description?.kind === 'text' ? description.text : note;
  return { children: own === '' ? forms : forms.map((one) => withNote(one, own)) };
}

/** The children without an array element's `id`, which is code and not a text. */
export function withoutId(children: readonly TomlNode[], text: string): readonly TomlNode[] {
  return children.map((child): TomlNode => {
    const { key, unit } = child;
    if (key.at(-1) !== 'id' || unit === undefined) return child;
    const { range } = unit;
    return {
      ...child,
      unit: { key, kind: 'raw', text: text.slice(range.start, range.end), range },
    };
  });
}

function withNote(node: TomlNode, note: string): TomlNode {
  const { unit } = node;
  if (unit?.kind !== 'text' || unit.note !== undefined) return node;
  return { ...node, unit: { ...unit, note } };
}

/** How a commented-out pair or table starts. */
export const OUT = /^(?:"[^"]*"|'[^']*'|[\w.-]+)\s*=|^\[.*\]$/;
