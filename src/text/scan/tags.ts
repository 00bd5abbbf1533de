import type { CodeRole, Span } from '../token.js';

/*
 * No alternative reaches over a `<`, so all attempts together read each character a bounded number
 * of times.
 */
const TAG =
  /<(?:(\/?)([A-Za-z][\w:.-]{0,60})(\s(?:[^<>"']|"[^"<]{0,2000}"|'[^'<]{0,2000}')*)?(\/?)|(\/?)(\d{1,4})\s?(\/?)|!--[^<]{0,1000}?--)>/g;

const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
const KNOWN = new Set(
  (
    'a abbr address article aside audio b bdi bdo big blockquote body button caption center cite code dd del ' +
    'details dfn div dl dt em figure font footer form h1 h2 h3 h4 h5 h6 header i iframe ins kbd label legend ' +
    'li main mark nav ol option p pre q s samp section select small span strike strong sub summary sup svg ' +
    'table tbody td textarea tfoot th thead time title tr tt u ul var video'
  ).split(' '),
);

/**
 * HTML and component tags (`<b>`, `</0>`, `<br/>`, `<Link to="x">`) and comments, in order. Linear.
 */
export function scanTags(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes('<')) return spans;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(text); match !== null; match = TAG.exec(text)) {
    const [raw, slash = '', word, attributes = '', end = '', slash2 = '', number, end2 = ''] =
      match;
    const start = match.index;
    const name = word ?? number;
    if (name === undefined) {
      spans.push({ start, end: start + raw.length, kind: 'escape', name: raw, role: 'single' });
      continue;
    }
    const lower = name.toLowerCase();
    // `<your name>` is prose that looks like a tag.
    if (
      /\S/.test(attributes) &&
      !/[=/]/.test(attributes) &&
      !KNOWN.has(lower) &&
      !VOID.has(lower)
    ) {
      TAG.lastIndex = start + 1;
      continue;
    }
    const closes = slash !== '' || slash2 !== '';
    const empty = end !== '' || end2 !== '' || attributes.endsWith('/') || VOID.has(lower);
    const role: CodeRole = empty ? 'single' : closes ? 'close' : 'open';
    const known = KNOWN.has(lower) || VOID.has(lower) ? lower : name;
    spans.push({ start, end: start + raw.length, kind: 'markup', name: known, role });
  }
  return spans;
}

/** Index of the other end for each code; codes without one are their own mate. Linear. */
export function pairUp(
  codes: readonly { readonly name: string; readonly role: CodeRole }[],
): number[] {
  const mates = codes.map((_, index) => index);
  const open: number[] = [];
  const waiting = new Map<string, number>();
  for (const [index, { name, role }] of codes.entries()) {
    if (role === 'open') {
      open.push(index);
      waiting.set(name, (waiting.get(name) ?? 0) + 1);
    } else if (role === 'close' && (waiting.get(name) ?? 0) > 0) {
      for (let top = open.pop(); top !== undefined; top = open.pop()) {
        const topName = codes[top]?.name ?? '';
        waiting.set(topName, (waiting.get(topName) ?? 0) - 1);
        if (topName !== name) continue;
        mates[top] = index;
        mates[index] = top;
        break;
      }
    }
  }
  return mates;
}
