import type { Codec, Document, Edit, Key, ParseOptions, Range } from '../../model/index.js';
import { FormatError } from '../../model/index.js';
import { skipLineEnd, lineEnd } from '../kit/layout.js';
import type { Node } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { toml } from '../toml/index.js';
import { yaml } from '../yaml/index.js';
import type { Leaf } from './leaves.js';

/** First segment of the keys of front matter texts. */
export const FRONT = 'frontmatter';

/** The language of front matter, with its delimiter line. */
interface FrontLanguage {
  readonly codec: Codec;
  readonly fence: string;
}

export const YAML: FrontLanguage = { codec: yaml, fence: '---' };
const LANGUAGES: Readonly<Record<string, FrontLanguage>> = {
  yaml: YAML,
  toml: { codec: toml, fence: '+++' },
};

/** The YAML or TOML at the top of a file. */
export interface FrontMatter {
  readonly language: FrontLanguage;
  /** The content between its delimiters. */
  readonly range: Range;
  readonly document: Document;
  readonly nodes: readonly Node[];
}

/** Names of texts that readers see, in Docusaurus, VitePress, Starlight, Rspress, Hugo, Jekyll. */
const NAMES: ReadonlySet<string> = new Set([
  ...['title', 'description', 'summary', 'excerpt', 'subtitle', 'headline', 'tagline', 'caption'],
  ...['keywords', 'sidebar_label', 'sidebarTitle', 'pagination_label', 'linkTitle', 'linktitle'],
  ...['label', 'text', 'alt', 'image_alt', 'details', 'linkText', 'lead', 'hide_title_text'],
]);

/** Whether a front matter text is for people, by its name, if the config names no keys. */
function isUsual(key: Key): boolean {
  const name = key.findLast((segment) => !/^\d+$/.test(segment));
  return name !== undefined && NAMES.has(name);
}

/**
 * Undefined if the file has none, or one that need not be readable.
 * @throws FormatError if it is neither YAML nor TOML, because its texts would be lost
 */
export function readFront(
  text: string,
  first: Leaf | undefined,
  { isText, file }: { readonly isText: ParseOptions['isText']; readonly file: string | undefined },
): FrontMatter | undefined {
  const language = first?.kind === 'front matter' ? LANGUAGES[first.sort] : undefined;
  if (first === undefined || language === undefined) return undefined;
  const start = skipLineEnd(text, lineEnd(text, first.start));
  let { end } = first;
  while (end > start && !/[\r\n]/.test(text.charAt(end - 1))) end -= 1;
  const range = { start, end };
  const own = text.slice(start, end);
  let document: Document;
  try {
    document = language.codec.parse(own);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    if (!IS_FRONT.test(own) || MAY_BE_NONE.test(own)) return undefined;
    const offset = start + error.offset;
    throw formatError(error.code, `in the front matter: ${error.detail}`, { text, offset, file });
  }
  const isWanted = isText ?? ((key: Key) => isUsual(key.slice(1)));
  const nodes = document.units.flatMap((unit): readonly Node[] => {
    const key = [FRONT, ...unit.key];
    if (unit.kind !== 'text' || !isWanted(key)) return [];
    const block = { start: unit.range.start + start, end: unit.range.end + start };
    return [{ key, block, unit: { key, text: unit.text, kind: 'text', range: block } }];
  });
  return { language, range, document, nodes };
}

/** Front matter starts with a key; words between two rulers are not front matter. */
const IS_FRONT = /^\s*(?:#.*\s+)*["']?[\w-]+["']?[ \t]*[:=]/;
/** Jekyll's may contain Liquid, which is not YAML; after `...` comes text, up to the next ruler. */
const MAY_BE_NONE = /\{[{%]|^\.\.\.[ \t]*$/m;

/** The front matter after edits of its texts. @throws EditError */
export function editFront(
  { document, language }: { readonly document: Document; readonly language: FrontLanguage },
  edits: readonly Edit[],
  frontOf: (document: Document) => FrontMatter | undefined,
): string {
  return language.codec.edit(
    document,
    edits.map((edit): Edit => {
      const key = edit.key.slice(1);
      if (edit.op === 'remove') return { op: 'remove', key };
      const { from, ...rest } = edit;
      const front = from && frontOf(from.document);
      const unit = front?.document.units.find((one) => isSame(one.key, key));
      const isAlike = front?.language.codec === language.codec;
      const origin = isAlike && unit && { from: { document: front.document, unit } };
      if (rest.op === 'set') return { ...rest, key, ...origin };
      const after = rest.after?.[0] === FRONT ? rest.after.slice(1) : null;
      return { ...rest, key, after, ...origin };
    }),
  );
}

function isSame(a: Key, b: Key): boolean {
  return a.length === b.length && a.every((segment, i) => segment === b[i]);
}
