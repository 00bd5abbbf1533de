import { locate, type Problem } from '../../model/index.js';
import type { Leaf, Part } from './leaves.js';

interface Page {
  readonly text: string;
  readonly leaves: readonly Leaf[];
}

/** A link to a place on the same page: `[the setup](#set-up-the-tool)`. */
const LINK = /\]\(#([^\s()]+)/g;
/** Ids that authors set: `{#id}`, `{ #id }`, `{/* #id *\/}`, `id="x"`, `name="x"`. */
const ID = /\{(?:\/\*)?[ \t]*:?[ \t]*#([^\s{}*]+)|\b(?:id|name)=["']([^"'\s]+)/g;

/**
 * Equal for an anchor and its heading, whichever site generator makes anchors of headings: they
 * differ in accents, in signs and in case.
 */
function normal(anchor: string): string {
  return anchor
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}

/** The anchor of a heading, without its markup. */
function anchorOf({ text }: Part): string {
  return normal(text.replaceAll(/<[^<>]*>|\]\([^()]*\)/g, '').replaceAll(/[*_`~[\]!]/g, ''));
}

function headingsOf({ leaves }: Page): readonly Part[] {
  return leaves.flatMap(({ kind, parts }) => (kind === 'heading' ? parts : []));
}

/** Every place of a page that a link can lead to. */
function anchorsIn(page: Page): ReadonlySet<string> {
  const ids = [...page.text.matchAll(ID)].map(([, id, other = '']) => normal(id ?? other));
  return new Set([...headingsOf(page).map(anchorOf), ...ids]);
}

function has(anchors: ReadonlySet<string>, anchor: string): boolean {
  const name = normal(anchor);
  // The second heading with the same words.
  return anchors.has(name) || anchors.has(name.replace(/-\d+$/, ''));
}

/** Links of a translation that lead nowhere, although those of its source lead to a heading. */
export function deadLinks(page: Page, source: Page, file: string | undefined): readonly Problem[] {
  if (!page.text.includes('](#')) return [];
  const [own, theirs] = [anchorsIn(page), anchorsIn(source)];
  return page.leaves.flatMap(({ parts }) =>
    parts
      .filter(({ form }) => form !== 'code')
      .flatMap(({ range }) =>
        [...page.text.slice(range.start, range.end).matchAll(LINK)].flatMap(
          ({ 1: link = '', index }): Problem[] => {
            const anchor = decoded(link);
            if (has(own, anchor) || !has(theirs, anchor)) return [];
            const message = `The link to #${anchor} leads nowhere: the heading has other words here. Link to those, or give the heading the id ${anchor}.`;
            return [
              {
                ...{ code: 'missing-reference', severity: 'warning', message },
                ...locate(page.text, range.start + index),
                ...(file !== undefined && { file }),
              },
            ];
          },
        ),
      ),
  );
}

/** The id that keeps links of the source to one of its headings alive in a translation. */
export interface KeptId {
  /** Written before the heading's line, with the text that follows the heading's words. */
  readonly above: string;
  readonly behind: string;
}

/** Marks of generators that read `{#id}` behind a heading: MkDocs, Hugo, Jekyll. */
const TAKES_IDS = /\{[ \t]*:?[ \t]*#[\w-]+[ \t]*\}|^(?:!!!|\?\?\?)[ \t]|\{\{[<%]|\{%|^\{:/m;

/**
 * The id for the translation of a heading that its page links to. Undefined if nothing does, if the
 * heading has one already, or if the translation has the same anchor.
 */
export function keptId(part: Part, translation: string, source: Page): KeptId | undefined {
  const { form, range } = part;
  if (form !== 'heading' || !source.text.includes('](#')) return undefined;
  const own = anchorOf(part);
  if (own === '' || anchorOf({ ...part, text: translation }) === own) return undefined;
  // With `{#id}`, or below another heading's line, in a list or in a quote.
  const behind = /^[^\r\n]*/.exec(source.text.slice(range.end))?.[0] ?? '';
  const lead = /(?:^|[\r\n])(#{1,6}[ \t]+)$/.exec(source.text.slice(0, range.start))?.[1];
  if (lead === undefined || /\{/.test(behind)) return undefined;
  const isFirst = headingsOf(source).find((one) => anchorOf(one) === own) === part;
  const link = [...source.text.matchAll(LINK)].find(([, one = '']) => normal(decoded(one)) === own);
  const id = link?.[1];
  if (!isFirst || id === undefined || !/^[\w-]+$/.test(id)) return undefined;
  return TAKES_IDS.test(source.text)
    ? { above: '', behind: ` {#${id}}` }
    : { above: `<a id="${id}"></a>\n\n`, behind: '' };
}
