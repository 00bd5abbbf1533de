import type { DeriveOptions, Document, ParseOptions } from '../../model/index.js';
import { hasSectionLike, requireRootKey, sameLocale } from '../kit/root-key.js';
import type { Splice } from '../kit/splices.js';
import type { Json5File } from './file.js';
import type { Json5Node } from './node.js';
import { keyText } from './strings.js';

export interface Root {
  /** The node that contains the texts. */
  readonly root: Json5Node;
  /** A root key to write with the file's first text. */
  readonly newRootKey?: string;
  readonly facts?: Pick<Document, 'targetLanguage'>;
}

/**
 * The only member of a file is its root key if it names the locale; it is then not part of keys.
 * @throws FormatError `root-key` for a target without the root key that its source has
 */
export function rootIn(text: string, top: Json5Node, options: ParseOptions): Root {
  const { locale, source } = options;
  const [first, second] = top.children ?? [];
  const name = second === undefined && isObject(text, first) ? first?.key[0] : undefined;
  const isNamed = name !== undefined && locale !== undefined && sameLocale(name, locale);
  if (first !== undefined && isNamed && !hasSectionLike(options))
    return { root: withoutFirst(first), facts: { targetLanguage: name } };
  const isEmptyObject = first === undefined && text.charAt((top.inside ?? 0) - 1) !== '[';
  if (!isEmptyObject) {
    const offset = nameStart(first ?? top);
    requireRootKey({ text, offset, onlyKey: name }, options);
  } else if (locale !== undefined && source?.targetLanguage !== undefined)
    return { root: top, newRootKey: locale };
  return { root: top };
}

function isObject(text: string, node: Json5Node | undefined): boolean {
  return node?.close !== undefined && text.charAt(node.close) === '}' && node.name !== '';
}

function withoutFirst(node: Json5Node): Json5Node {
  const { unit, children, ...rest } = node;
  const key = node.key.slice(1);
  const own = unit && key.length > 0 && { unit: { ...unit, key } };
  return { ...rest, key, ...own, ...(children && { children: children.map(withoutFirst) }) };
}

/** Start of the name. Its own comments precede it in its block. */
function nameStart({ block, name, colon, inside }: Json5Node): number {
  return inside === undefined ? block.start : inside - name.length - colon.length - 1;
}

/** Sets a new target's own locale in the root key. */
export function renamedRoot(
  { root, habits, text }: Json5File,
  { locale }: DeriveOptions,
): readonly Splice[] {
  if (root.name === '') return [];
  const start = nameStart(root);
  const end = start + root.name.length;
  const quote = /^['"]/.exec(text.slice(start, end))?.[0] ?? '';
  return [{ start, end, text: keyText(locale, quote, habits) }];
}
