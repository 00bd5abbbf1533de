import { mask, mergeSpans, type Span } from '../token.js';

/*
 * Literals that are the same in every language: addresses, e-mail addresses, code spans and targets
 * of Markdown links. They are sent as elements. People may change them, because links may differ by
 * language. Every pattern is bounded, so a scan stays linear.
 */
const URL =
  /(?<![\w@])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.(?=[\w-]{1,60}\.))(?:\{\{[^{}\n]{1,100}\}\}|[%$]?\{[^{}\n]{1,100}\}|[\w\-.~:/?#[\]@!$&'()*+,;=%]){1,1000}/gi;
const EMAIL =
  /(?<![\w.+%{@À-ɏ-])[\w.+À-ɏ-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}(?![\w@])/g;
const CODE = /(?<![\p{L}\p{N}`])(`{1,3})(?![`\s])[^`\n]{1,300}(?<!\s)\1(?![\p{L}\p{N}`])/gu;
const LINK =
  /!?\[(?=\S)((?:[^[\]\n]|\[[^[\]\n]{0,100}\]){1,300})(\]\((?:\{\{[^{}\n]{1,100}\}\}|%?\{[^{}\n]{1,100}\}|[^()\s\ufffc]|\([^()\s\ufffc]{0,100}\)){1,500}(?:\s"[^"\n]{0,200}")?\))/g;

const SIGN = /:\/\/|www\.|@|`|\]\(/i;

/** Literals of a text in order, without overlaps. Linear. */
export function scanLiterals(text: string): Span[] {
  if (!SIGN.test(text)) return [];
  let spans = text.includes('`') ? singles(text, CODE) : [];
  if (text.includes('](')) spans = mergeSpans(spans, linkEnds(mask(text, spans)));
  if (/:\/\/|www\./i.test(text)) {
    spans = mergeSpans(spans, singles(mask(text, spans), URL, addressEnd));
  }
  return text.includes('@') ? mergeSpans(spans, singles(mask(text, spans), EMAIL)) : spans;
}

/** The addresses in a text, also of mail, and the targets of its Markdown links. */
export function addressesIn(text: string): readonly string[] {
  if (!SIGN.test(text)) return [];
  const links = text.includes('](')
    ? Array.from(
        text.matchAll(LINK),
        ([, , target = '']) => target.slice(2, -1).split(/\s/)[0] ?? '',
      )
    : [];
  const urls = singles(text, URL, addressEnd);
  const mails = text.includes('@') ? singles(mask(text, urls), EMAIL) : [];
  return [...links, ...[...urls, ...mails].map(({ name }) => name)];
}

function singles(
  text: string,
  pattern: RegExp,
  lengthOf: (raw: string) => number = (raw) => raw.length,
): Span[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: raw }) => {
    const name = raw.slice(0, lengthOf(raw));
    return { start: index, end: index + name.length, kind: 'literal', name, role: 'single' };
  });
}

/** `[text](target)` is a pair whose text is translated inside it. */
function linkEnds(text: string): Span[] {
  return Array.from(text.matchAll(LINK), ({ index, 0: raw, 2: target = '' }): Span[] => {
    const end = index + raw.length;
    const opened = index + (raw.startsWith('!') ? 2 : 1);
    const base = { kind: 'literal', name: target } as const;
    return [
      { ...base, start: index, end: opened, role: 'open' },
      { ...base, start: end - target.length, end, role: 'close' },
    ];
  }).flat();
}

/** Length of an address without punctuation and brackets of the surrounding sentence. */
function addressEnd(raw: string): number {
  let end = raw.length;
  for (; end > 0; end -= 1) {
    const last = raw.charAt(end - 1);
    const opening = { ')': '(', ']': '[' }[last];
    if (opening === undefined ? !/[.,;:!?'*_]/.test(last) : isBalanced(raw.slice(0, end), opening))
      break;
  }
  return end;
}

function isBalanced(text: string, opening: string): boolean {
  const closing = opening === '(' ? ')' : ']';
  return text.split(opening).length >= text.split(closing).length;
}

/** An address without percent-encoded characters, which are not placeholders. */
export function withoutEncoded(address: string): string {
  return address.replace(/%[0-9A-Fa-f]{2}/g, '\ufffc');
}

/** A printf conversion without an argument number, which takes the next argument. */
export const CONVERSION = /^%[-+ #0\d.*,'(^]*(?:hh|ll|[hlqLzjtTvVw]|I(?:32|64)?)?[A-Za-z@]$/;
