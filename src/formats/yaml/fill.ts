import type { Document } from '../../model/index.js';
import type { Splice } from '../kit/splices.js';
import type { Habits } from './habits.js';
import { lineEnd } from './lines.js';
import { outlines, type Entry, type Outline } from './outline.js';
import type { NewNode } from './places.js';
import { renderBlock, renderFlowCollection, tagAround, tagOf } from './render.js';
import { writeKey } from './scalar.js';

interface Fill {
  readonly outline: Outline;
  readonly habits: Habits;
}

/** Content for empty entries: lines below a key of a block mapping, `{}` elsewhere. */
export function fillSplices(
  fills: ReadonlyMap<Entry, readonly NewNode[]>,
  { outline, habits }: Fill,
): Splice[] {
  const { source } = outline;
  const context = { habits, style: undefined };
  return [...fills].flatMap(([entry, nodes]): Splice[] => {
    const { slot, valueStart: start, valueEnd: end, parent, style } = entry;
    const kind = kindOf(nodes);
    const [first] = nodes;
    const isTagged = tagOf({ outline, entry }) !== '' || first === undefined;
    const tag = isTagged ? '' : tagAround(first);
    if (parent.flow || parent.kind === 'seq') {
      const text = tag + renderFlowCollection(nodes, kind, context);
      return [{ start, end, text: style === 'empty' ? ` ${text}` : text }];
    }
    const flush = kind === 'seq' && habits.flush;
    const column = flush ? parent.column : parent.column + habits.step;
    const lines = nodes.flatMap((node) => renderBlock(node, { column, kind }, context));
    const at = lineEnd(source, end);
    const text = ['', ...lines].join(habits.newline);
    const head = tag === '' ? '' : ` ${tag.trimEnd()}`;
    const hasNothing = style === 'empty' && head === '';
    const before = { start: slot, end: style === 'empty' ? slot : end, text: head };
    return [...(hasNothing ? [] : [before]), { start: at, end: at, text }];
  });
}

/** A container becomes a sequence if its first unit requires it. */
function kindOf(nodes: readonly NewNode[]): 'map' | 'seq' {
  return nodes.every(({ name, naming }, index) => naming !== undefined || name === String(index))
    ? 'seq'
    : 'map';
}

/** The whole content of an empty file: below the Rails root key if the source has one. */
export function topSplice(
  nodes: readonly NewNode[],
  { document, outline, habits }: { document: Document; outline: Outline; habits: Habits },
): Splice {
  const { source, locale, emptyAt } = outline;
  const from = nodes[0]?.edit.from;
  const sourceOutline = from && outlines.known(from.document);
  const context = {
    habits: { ...habits, step: stepOf(document, from?.document) },
    style: undefined,
  };
  const rooted = sourceOutline?.root !== undefined && locale !== undefined;
  const kind = !rooted && sourceOutline?.documents[0]?.kind === 'seq' ? 'seq' : 'map';
  const column = rooted ? context.habits.step : 0;
  const lines = nodes.flatMap((node) => renderBlock(node, { column, kind }, context));
  const tag = nodes[0] === undefined ? '' : tagAround(nodes[0]).trimEnd();
  if (rooted) lines.unshift(`${writeKey(locale, { ...habits, flow: false })}: ${tag}`.trimEnd());
  else if (tag !== '') lines.unshift(tag);
  const { start, end } = emptyAt;
  lines.unshift(...commentsInside(source.slice(start, end)));
  const open = start > 0 && !/[\n\ufeff]/.test(source.charAt(start - 1));
  // A comment above, such as a licence, would become that of the first value.
  if (/(?:^|[\n\ufeff])[ \t]*#[^\n]*\n?$/.test(source.slice(0, start))) lines.unshift('');
  const closed = end > start && /^\r?(?:\n|$)/.test(source.slice(end, end + 2));
  const text = [...(open ? [''] : []), ...lines, ...(closed ? [] : [''])].join(habits.newline);
  return { start, end, text };
}

/** The comments in an empty `{}`, which can contain nothing else. */
function commentsInside(empty: string): readonly string[] {
  const lines = empty.slice(1, -1).split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

function stepOf(document: Document, from: Document | undefined): number {
  return document.indent.length || (from?.indent.length ?? 0) || 2;
}
