import { decodeEntities } from '../entities.js';
import { addressesIn } from '../scan/literals.js';
import type { MessageContext, TextProblem } from '../types.js';

/* Every class excludes `<`, so all attempts together read each character a bounded number of times. */
const TAG = /<([A-Za-z][\w:.-]{0,60})((?:[\s/](?:[^<>"']|"[^"<]{0,2000}"|'[^'<]{0,2000}')*)?)>/g;
const ATTRIBUTE =
  /([^\s"'<>/=]{1,100})(?:\s{0,5}=\s{0,5}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'<>]{1,2000})))?/g;
const SIGN = /<|:\/\/|www\.|\]\(|script:/i;

interface Attribute {
  readonly tag: string;
  readonly name: string;
  readonly value: string;
}

/** Code that only the target has: nobody translates it into a text. */
export function foreignCode(
  source: string,
  target: string,
  { inline }: MessageContext,
): TextProblem | undefined {
  if (!SIGN.test(target)) return undefined;
  const read = (text: string): string => (inline === 'xliff' ? decodeEntities(text) : text);
  const injected = injectedIn(read(source), read(target));
  return injected === undefined ? undefined : problem(`${injected} is not in the source`);
}

/**
 * Compares what the tags of a text do and where its addresses lead: attributes that code relies on,
 * hosts, paths.
 */
export function compareLinks(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  if (!SIGN.test(target) && !SIGN.test(source)) return undefined;
  if (context.syntax === 'icu' && target.includes("''"))
    return compareLinks(source, target.replaceAll("''", "'"), { ...context, syntax: 'plain' });
  // The inline codes of XLIFF are compared as a whole.
  const changed =
    context.inline === 'xliff'
      ? undefined
      : changedAttribute(attributesIn(source), attributesIn(target));
  return changed ?? changedAddress(source, target, context);
}

function problem(message: string): TextProblem {
  return { code: 'markup-mismatch', message };
}

const HANDLER = /<[^<>]{0,2000}?[\s/"'](on[a-z]{3,20}|srcdoc|formaction)\s{0,5}=/gi;
/** Elements that run code, load pages, or change what is around them. */
const ACTIVE =
  /<(script|iframe|frame|object|embed|applet|form|base|link|meta|style|svg|math)(?![\w-])/gi;
const SCRIPT =
  /(?:=\s{0,5}["']?|\]\()\s{0,5}((?:java|vb)script(?=\s{0,5}:)|data:\s{0,5}text\/html)/gi;

/** A handler, an element or an address that runs code, if the source has none of its name. */
function injectedIn(source: string, target: string): string | undefined {
  const namesIn = (text: string, pattern: RegExp): readonly string[] =>
    Array.from(text.matchAll(pattern), ([, name = '']) => name.toLowerCase());
  // Browsers ignore white space inside the name of a scheme, and read its entities.
  const spoken = (text: string): string =>
    decodeEntities(text.replace(/&(?:Tab|NewLine);/g, '').replace(/&colon;/g, ':')).replace(
      /[\t\n\r]+/g,
      '',
    );
  const texts = [source, target, spoken(source), spoken(target)] as const;
  for (const [pattern, at] of [
    [HANDLER, 0],
    [ACTIVE, 0],
    [SCRIPT, 2],
  ] as const) {
    const known = new Set(namesIn(texts[at], pattern));
    const found = namesIn(texts[at + 1] ?? '', pattern).find((name) => !known.has(name));
    if (found === undefined) continue;
    return pattern === ACTIVE ? `<${found}>` : pattern === SCRIPT ? `"${found}"` : found;
  }
  return undefined;
}

function attributesIn(text: string): readonly Attribute[] {
  if (!text.includes('=')) return [];
  return Array.from(text.matchAll(TAG)).flatMap(([, tag = '', inside = '']) =>
    Array.from(inside.matchAll(ATTRIBUTE), ([, name = '', ...values]) => {
      // At most one of the ways to quote a value matches.
      return { tag, name: name.toLowerCase(), value: values.join('') };
    }),
  );
}

/** Attributes that people translate or adapt. Those with addresses are compared as addresses. */
const FREE =
  /^(?:href|src|title|alt|aria-[\w-]+|placeholder|label|summary|content|lang|xml:lang|hreflang|dir|target|rel|style|size|color|width|height|align)$/;
const PLACEHOLDER = /[{}%$\ufffc]/;

/** An attribute that code relies on, lost or changed. */
function changedAttribute(
  source: readonly Attribute[],
  target: readonly Attribute[],
): TextProblem | undefined {
  const bound = source.filter(
    ({ tag, name, value }) =>
      !FREE.test(name) && !PLACEHOLDER.test(value) && !tag.startsWith('xliff:'),
  );
  const tags = new Set(target.map(({ tag }) => tag));
  const lost = bound.find(
    ({ tag, name, value }) =>
      tags.has(tag) &&
      !target.some((one) => one.tag === tag && one.name === name && one.value === value),
  );
  if (lost !== undefined) {
    const { tag, name, value } = lost;
    return problem(`missing ${name}="${value}" in <${tag}>`);
  }
  const isLink = ({ name, value }: Attribute): boolean =>
    /^(?:href|src)$/.test(name) && value !== '';
  const count = (all: readonly Attribute[], tag: string): number =>
    all.filter((one) => one.tag === tag && isLink(one)).length;
  const emptied = source.find(
    (one) =>
      isLink(one) &&
      target.some(({ tag, name, value }) => {
        return tag === one.tag && name === one.name && value.trim() === '';
      }) &&
      count(target, one.tag) < count(source, one.tag),
  );
  return emptied && problem(`${emptied.name} in <${emptied.tag}> is empty`);
}

interface Address {
  readonly raw: string;
  /** Without `www.` and a language; undefined for a path of the site itself. */
  readonly host: string | undefined;
  /** The name that a company registers: `example` of `docs.example.co.uk`. */
  readonly site: string | undefined;
  readonly path: string;
}

const HOST = /^(?:[a-z][a-z0-9+.-]{1,20}:)?\/\/([^/?#:\s]+)|^(www\.[^/?#:\s]+)/i;
const SECOND_LEVEL = /^(?:ac|co|com|edu|gob|gouv|gov|net|org|or|ne)$/;

function addressOf(raw: string): Address | undefined {
  if (PLACEHOLDER.test(raw.replace(/%[0-9A-Fa-f]{2}/g, ''))) return undefined;
  const match = HOST.exec(raw);
  if (match === null)
    return /^[/.]/.test(raw) ? { raw, host: undefined, site: undefined, path: raw } : undefined;
  const host = (match[1] ?? match[2] ?? '').toLowerCase().replace(/^www\./, '');
  if (!/^[\p{L}\p{N}.-]+\.\p{L}{2,}$/u.test(host)) return undefined;
  const labels = host.split('.');
  const isSecond = labels.length > 2 && SECOND_LEVEL.test(labels.at(-2) ?? '');
  return { raw, host, site: labels.at(isSecond ? -3 : -2), path: raw.slice(match[0].length) };
}

const FUNCTIONAL = /^(?:href|src|action|to|url)$/;

/** An address that leads elsewhere: to another site, or to a page that is no translation. */
function changedAddress(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  const inside = (text: string): readonly string[] =>
    attributesIn(text).flatMap(({ name, value }) => (FUNCTIONAL.test(name) ? [value] : []));
  const all = (text: string): readonly Address[] =>
    [...inside(text), ...addressesIn(text)].flatMap((raw) => addressOf(raw.trim()) ?? []);
  const ours = all(source);
  const { hosts = [] } = context;
  const theirs = all(target).filter(({ host }) => !isListed(host, hosts));
  const stray = theirs.find(
    ({ host }) => host !== undefined && ours.every((one) => one.host !== host),
  );
  if (stray !== undefined && context.hosts !== undefined)
    return problem(`${stray.raw} leads to a host that neither the source nor \`hosts\` has`);
  if (ours.length === 0 || theirs.length === 0) return undefined;
  // A text that is nothing but an address is the translator's choice of a page.
  const isChosen = ours.some(({ raw }) => raw === source.trim());
  const leads = (raw: string): boolean =>
    inside(target).includes(raw) || target.includes(`](${raw}`) || target.includes(`[${raw} `);
  const lost = ours.filter((one) => !theirs.some(({ raw }) => isSamePage(one.raw, raw)));
  for (const one of theirs) {
    if (ours.some(({ raw }) => isSamePage(raw, one.raw))) continue;
    const message = `the address ${one.raw} is not in the source`;
    const isExample = !leads(one.raw) && lost.some(({ raw }) => EXAMPLE.test(raw));
    const isMild = isChosen || isExample;
    const found = { ...problem(message), ...(isMild ? { mild: true as const } : {}) };
    const near = lost.filter(({ site }) => site === one.site);
    if (near.length > 0) {
      if (near.some((old) => isLocalized(old, one, context))) continue;
      return found;
    }
    if (ours.some(({ site }) => site === one.site)) continue;
    if (one.host !== undefined && lost.some((old) => mayReplace(old, one))) continue;
    const isReplaced = lost.some(({ host }) => host !== undefined || one.host === undefined);
    return isReplaced ? found : { ...found, mild: true };
  }
  return undefined;
}

/** Whether a list has the host: `example.de`, or `*.example.de` for what is below it. */
function isListed(host: string | undefined, hosts: readonly string[]): boolean {
  return hosts.some((one) => {
    const listed = one.toLowerCase().replace(/^www\./, '');
    return listed.startsWith('*.') ? host?.endsWith(listed.slice(1)) === true : host === listed;
  });
}

/** Whether two addresses differ in nothing that matters. */
function isSamePage(one: string, other: string): boolean {
  const plain = (address: string): string =>
    address.replace(/^(?:https?:)?\/\/(?:www\.)?|^www\./i, '').replace(/\/?(?:#.*)?$/, '');
  return one === other || plain(one) === plain(other);
}

/**
 * Parts of addresses that are shown as examples, which people translate. Only for addresses that are
 * no links, and only people may.
 */
const EXAMPLE = /example|your|name|user|domain|some|host|\bmy|\bfoo\b|\bbar\b|xx/i;

/** Whether the host may stand for the other: examples do, and hosts of a country. */
function mayReplace({ host: old = '' }: Address, { host = '' }: Address): boolean {
  return (
    /\bexample\b/.test(`${old} ${host}`) || /\.\p{L}{2}$/u.test(host) || /[^\0-\x7f]/.test(host)
  );
}

/** Top-level domains of languages whose tag is another. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ cs: 'cz', da: 'dk', el: 'gr', en: 'uk', ja: 'jp', ko: 'kr', pt: 'br', sl: 'si' },
  ...{ sv: 'se', uk: 'ua', vi: 'vn', zh: 'cn', nb: 'no', et: 'ee', sr: 'rs', he: 'il' },
};

/**
 * Whether the address of a page is that of its translation: it names the target's language, drops
 * the source's, or is in a wiki, where pages have titles.
 */
function isLocalized(old: Address, one: Address, { source, target }: MessageContext): boolean {
  const wordsIn = ({ raw }: Address): readonly string[] =>
    raw.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const parts = target.toLowerCase().split(/[-_]/);
  const own = new Set([...parts, COUNTRIES[parts[0] ?? ''] ?? '']);
  const was = new Set(wordsIn(old));
  if (wordsIn(one).some((word) => own.has(word) && !was.has(word))) return true;
  const from = source.toLowerCase().split(/[-_]/)[0] ?? '';
  const is = new Set(wordsIn(one));
  if (was.has(from) && !is.has(from)) return true;
  return /\/wiki\/|\bwiki\./.test(one.raw) || old.host !== one.host;
}
