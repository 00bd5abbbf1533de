import type { CodeRole, Span } from '../token.js';

const CODE =
  /<(\/?)([A-Za-z_][\w:.-]{0,60})((?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)>|<!--[^<]*?-->|<\?[^<]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>/g;

/** Inline codes of an XLIFF 2 segment: `<ph/>`, `<pc>…</pc>`, protected `<mrk>`s as one code each. Linear. */
export function scanXliffCodes(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes('<')) return spans;
  let shielded: { start: number; depth: number; name: string } | undefined;
  CODE.lastIndex = 0;
  for (let match = CODE.exec(text); match !== null; match = CODE.exec(text)) {
    const [raw, slash = '', element, attributes = ''] = match;
    const start = match.index;
    const end = start + raw.length;
    const self = attributes.endsWith('/');
    if (shielded !== undefined) {
      if (element === 'mrk' && !self) shielded.depth += slash === '' ? 1 : -1;
      if (shielded.depth > 0) continue;
      spans.push({
        start: shielded.start,
        end,
        kind: 'markup',
        name: shielded.name,
        role: 'single',
      });
      shielded = undefined;
    } else if (
      element === 'mrk' &&
      slash === '' &&
      !self &&
      /\stranslate\s*=\s*["']no/.test(attributes)
    ) {
      shielded = { start, depth: 1, name: nameOf(element, attributes) };
    } else if (element === undefined) {
      spans.push({ start, end, kind: 'escape', name: raw, role: 'single' });
    } else {
      const role: CodeRole = self ? 'single' : slash === '' ? 'open' : 'close';
      spans.push({ start, end, kind: 'markup', name: nameOf(element, attributes), role });
    }
  }
  if (shielded !== undefined) {
    spans.push({ ...shielded, end: text.length, kind: 'markup', role: 'single' });
  }
  return nameClosers(spans);
}

/** A copy of a code stands for that code. */
function nameOf(element: string, attributes: string): string {
  const id =
    /\scopyOf\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes) ??
    /\s(?:id|startRef)\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes);
  return id === null ? element : `${element}#${id[1] ?? id[2] ?? ''}`;
}

/** XML nests, so a closing tag takes the name, with its id, of the tag that is open. */
function nameClosers(spans: readonly Span[]): Span[] {
  const open: string[] = [];
  return spans.map((span) => {
    if (span.role === 'open') open.push(span.name);
    return span.role === 'close' ? { ...span, name: open.pop() ?? span.name } : span;
  });
}
