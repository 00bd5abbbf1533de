import { decodeEntities } from '../entities.js';

/** A piece of a tagged answer. */
export type Mark =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'single' | 'open' | 'close'; readonly id: number };

const LONGEST_TAG = 200;
const OURS = /^(\/?)\s*([xg])((?:\s[^/]*)?)(\/?)$/i;

/**
 * Parses an answer under tag handling: our `<x id="…"/>` and `<g id="…">…</g>`, other characters
 * escaped as in XML. Undefined if it contains tags that were not sent or are badly nested. Linear.
 */
export function readAnswer(answer: string): Mark[] | undefined {
  const marks: Mark[] = [];
  const open: { readonly id: number; readonly name: string }[] = [];
  let last = 0;
  const text = (end: number): void => {
    if (end > last) marks.push({ type: 'text', text: decodeEntities(answer.slice(last, end)) });
  };
  for (let at = answer.indexOf('<'); at >= 0; at = answer.indexOf('<', at + 1)) {
    const length = answer.slice(at, at + LONGEST_TAG).indexOf('>');
    const end = at + length;
    const inside = length < 0 ? '' : answer.slice(at + 1, end).trim();
    const tag = OURS.exec(inside);
    if (tag === null) {
      if (/^\/?[A-Za-z]/.test(inside)) return undefined;
      continue;
    }
    text(at);
    last = end + 1;
    at = end;
    const [, slash, name = '', attributes = '', self] = tag;
    if (slash !== '') {
      const top = open.pop();
      if (top?.name !== name.toLowerCase()) return undefined;
      marks.push({ type: 'close', id: top.id });
      continue;
    }
    const id = /\sid\s*=\s*["']?\s*(\d{1,6})\s*["']?/i.exec(attributes)?.[1];
    if (id === undefined) return undefined;
    if (self !== '' && name.toLowerCase() === 'x') marks.push({ type: 'single', id: Number(id) });
    else {
      marks.push({ type: 'open', id: Number(id) });
      if (self === '') open.push({ id: Number(id), name: name.toLowerCase() });
      else marks.push({ type: 'close', id: Number(id) });
    }
  }
  text(answer.length);
  return open.length === 0 ? marks : undefined;
}
