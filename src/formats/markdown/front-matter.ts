import type { Document, Edit, Key, ParseOptions, Range, Unit } from '../../model/index.js';
import { FormatError } from '../../model/index.js';
import { skipLineEnd, lineEnd } from '../kit/layout.js';
import type { Node } from '../kit/tree.js';
import { yaml } from '../yaml/index.js';
import type { Leaf } from './leaves.js';

/** First segment of the keys of texts in front matter. */
export const FRONT = 'frontmatter';

/** The YAML at the top of a file. */
export interface FrontMatter {
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

/** Undefined where the file has none in YAML, or none that can be read. */
export function readFront(
  text: string,
  first: Leaf | undefined,
  isText: ParseOptions['isText'],
): FrontMatter | undefined {
  if (first?.kind !== 'front matter' || first.sort !== 'yaml') return undefined;
  const range = insideFences(text, first);
  const document = parseFront(text.slice(range.start, range.end));
  if (document === undefined) return undefined;
  const isWanted = isText ?? ((key: Key) => isUsual(key.slice(1)));
  const nodes = document.units.flatMap((unit): readonly Node[] => {
    const key = [FRONT, ...unit.key];
    if (unit.kind !== 'text' || !isWanted(key)) return [];
    const [start, end] = [unit.range.start + range.start, unit.range.end + range.start];
    const own: Unit = { key, text: unit.text, kind: 'text', range: { start, end } };
    return [{ key, block: { start, end }, unit: own }];
  });
  return { range, document, nodes };
}

function parseFront(text: string): Document | undefined {
  try {
    return yaml.parse(text);
  } catch (error) {
    // Jekyll's may hold Liquid, which is no YAML.
    if (error instanceof FormatError) return undefined;
    throw error;
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
  { document }: Pick<FrontMatter, 'document'>,
  edits: readonly Edit[],
  frontOf: (document: Document) => FrontMatter | undefined,
): string {
  return yaml.edit(
    document,
    edits.map((edit): Edit => {
      const key = edit.key.slice(1);
      if (edit.op === 'remove') return { op: 'remove', key };
      const { from, ...rest } = edit;
      const front = from && frontOf(from.document);
      const unit = front?.document.units.find((one) => isSame(one.key, key));
      const origin = front && unit && { from: { document: front.document, unit } };
      if (rest.op === 'set') return { ...rest, key, ...origin };
      const after = rest.after?.[0] === FRONT ? rest.after.slice(1) : null;
      return { ...rest, key, after, ...origin };
    }),
  );
}

function isSame(a: Key, b: Key): boolean {
  return a.length === b.length && a.every((segment, i) => segment === b[i]);
}
