import type { Codec, Document, Edit, Key, ParseOptions, Range, Unit } from '../../model/index.js';
import { FormatError } from '../../model/index.js';
import { skipLineEnd, lineEnd } from '../kit/layout.js';
import type { Node } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { toml } from '../toml/index.js';
import { yaml } from '../yaml/index.js';
import type { Leaf } from './leaves.js';

/** First segment of the keys of texts in front matter. */
export const FRONT = 'frontmatter';

/** What front matter is written in, with the line above and below it. */
export interface FrontLanguage {
  readonly codec: Codec;
  readonly fence: string;
}

const LANGUAGES: Readonly<Record<string, FrontLanguage>> = {
  yaml: { codec: yaml, fence: '---' },
  toml: { codec: toml, fence: '+++' },
};

/** The YAML or TOML at the top of a file. */
export interface FrontMatter {
  readonly language: FrontLanguage;
  /** Between its fences. */
  readonly range: Range;
  readonly document: Document;
  readonly nodes: readonly Node[];
}

/** Names of what readers see, in Docusaurus, VitePress, Starlight, Rspress, Hugo, Jekyll. */
const NAMES: ReadonlySet<string> = new Set([
  ...['title', 'description', 'summary', 'excerpt', 'subtitle', 'headline', 'tagline', 'caption'],
  ...['keywords', 'sidebar_label', 'sidebarTitle', 'pagination_label', 'linkTitle', 'linktitle'],
  ...['label', 'text', 'alt', 'image_alt', 'details', 'linkText', 'lead', 'hide_title_text'],
]);

/** Whether a text of front matter is for people, where the config names no keys: by its name. */
function isUsual(key: Key): boolean {
  const name = key.findLast((segment) => !/^\d+$/.test(segment));
  return name !== undefined && NAMES.has(name);
}

/** As in the front matter of a source, in YAML if that has none. */
export function emptyFront(
  like: FrontMatter | undefined,
): Pick<FrontMatter, 'document' | 'language'> {
  const language = like?.language ?? { codec: yaml, fence: '---' };
  return { language, document: language.codec.parse('') };
}

export interface FrontOptions {
  readonly isText: ParseOptions['isText'];
  readonly file: string | undefined;
}

/**
 * Undefined where the file has none, or one that need not be readable.
 * @throws FormatError where it is neither YAML nor TOML: its texts would be lost
 */
export function readFront(
  text: string,
  first: Leaf | undefined,
  { isText, file }: FrontOptions,
): FrontMatter | undefined {
  const language = first?.kind === 'front matter' ? LANGUAGES[first.sort] : undefined;
  if (first === undefined || language === undefined) return undefined;
  const range = insideFences(text, first);
  const document = parseFront({ text, range, file }, language);
  if (document === undefined) return undefined;
  const isWanted = isText ?? ((key: Key) => isUsual(key.slice(1)));
  const nodes = document.units.flatMap((unit): readonly Node[] => {
    const key = [FRONT, ...unit.key];
    if (unit.kind !== 'text' || !isWanted(key)) return [];
    const [start, end] = [unit.range.start + range.start, unit.range.end + range.start];
    const own: Unit = { key, text: unit.text, kind: 'text', range: { start, end } };
    return [{ key, block: { start, end }, unit: own }];
  });
  return { language, range, document, nodes };
}

/** It begins with a key; words between two rulers are none. */
const IS_FRONT = /^\s*(?:#.*\s+)*["']?[\w-]+["']?[ \t]*[:=]/;
/** Jekyll's may hold Liquid, which is no YAML; behind `...` is text, up to the next ruler. */
const MAY_BE_NONE = /\{[{%]|^\.\.\.[ \t]*$/m;

interface Inside {
  readonly text: string;
  readonly range: Range;
  readonly file: string | undefined;
}

function parseFront({ text, range, file }: Inside, { codec }: FrontLanguage): Document | undefined {
  const own = text.slice(range.start, range.end);
  try {
    return codec.parse(own);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    if (!IS_FRONT.test(own) || MAY_BE_NONE.test(own)) return undefined;
    const offset = range.start + error.offset;
    throw formatError(error.code, `in the front matter: ${error.detail}`, { text, offset, file });
  }
}

function insideFences(text: string, { start, end }: Leaf): Range {
  const from = skipLineEnd(text, lineEnd(text, start));
  let to = end;
  while (to > from && !/[\r\n]/.test(text.charAt(to - 1))) to -= 1;
  return { start: from, end: to };
}

/** The front matter once edits of its texts are made. @throws EditError */
export function editFront(
  { document, language }: Pick<FrontMatter, 'document' | 'language'>,
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
