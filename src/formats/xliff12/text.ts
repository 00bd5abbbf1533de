import { EditError, formatKey, type Key } from '../../model/index.js';
import { firstLacking } from '../kit/encoding.js';
import { withComments } from '../kit/xml/comments.js';
import { escapeText, isOneCdata, styleOf } from '../kit/xml/escape.js';
import { prefixOf, withPrefix } from '../kit/xml/names.js';
import { readItems } from './inline.js';
import { rawOf } from './parts.js';
import { readTranslation } from './translation.js';
import type { Tag, Tree } from './tree.js';

/** An element's content with its file. */
export interface Placed {
  readonly tag: Tag;
  readonly tree: Tree;
}

export interface NewText {
  readonly key: Key;
  readonly text: string;
  /** The source, whose codes the text must have. */
  readonly source: Placed;
  /** The current content. */
  readonly old: Placed | undefined;
  /**
   * Content whose CDATA and entities the text imitates, even if in another language. Default:
   * `old`.
   */
  readonly like?: Placed | undefined;
}

const FORBIDDEN_10 = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/u;
const FORBIDDEN_11 = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]/u;

/**
 * The content to write for a text in the form of `Unit.text`. Comments of the old content stay.
 * @throws EditError `inline-codes`; `not-writable` for a character that XML cannot contain
 */
export function renderText({ key, text, source, old, like = old }: NewText, tree: Tree): string {
  if ((tree.xml11 ? FORBIDDEN_11 : FORBIDDEN_10).test(text))
    throw new EditError(
      'not-writable',
      key,
      `${formatKey(key)} contains a character that is not allowed in XML.`,
    );
  const sourceRaw = rawOf(source.tag, source.tree.text);
  const oldRaw = old === undefined ? '' : rawOf(old.tag, old.tree.text);
  const likeRaw = like === undefined ? '' : rawOf(like.tag, like.tree.text);
  const model = likeRaw.trim() === '' ? sourceRaw : likeRaw;
  const style = styleOf(model.replace(/<[^>]*>/g, ''));
  const write = (piece: string): string =>
    escapeText(piece, { newline: tree.newline, style, prefix: '', xml11: tree.xml11 });
  const codes = sourceRaw.includes('<') ? readItems(sourceRaw) : [];
  if (codes.some(({ kind }) => kind !== 'text')) {
    const items = readTranslation(text, { key, source: codes, target: readItems(oldRaw) });
    const [from, to] = [prefixOf(source.tree.root.name), prefixOf(tree.root.name)];
    const pieces = items.map((item) =>
      item.kind === 'text' ? write(item.text) : withPrefix(item.raw, from, to),
    );
    return withComments(oldRaw, pieces.join(''));
  }
  if (isOneCdata(model) && fitsCdata(text, tree))
    return `<![CDATA[${text.replaceAll('\n', tree.newline)}]]>`;
  return withComments(oldRaw, write(text));
}

function fitsCdata(text: string, { encoding }: Tree): boolean {
  return text !== '' && !/\]\]>|\r/.test(text) && firstLacking(text, encoding) === -1;
}
