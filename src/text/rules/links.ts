import { decodeEntities } from '../entities.js';
import { languageOf } from '../plural/families.js';
import { addressesIn } from '../scan/literals.js';
import type { MessageContext, TextProblem } from '../types.js';
import { QUOTED_TAG, unquotedTags } from './markup.js';

/* Every class excludes `<`, so all attempts together read each character a bounded number of times. */
const TAG = /<([A-Za-z][\w:.-]{0,60})((?:[\s/](?:[^<>"']|"[^"<]{0,2000}"|'[^'<]{0,2000}')*)?)>/g;
const ATTRIBUTE =
  /([^\s"'<>/=]{1,100})(?:\s{0,5}=\s{0,5}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'<>]{1,2000})))?/g;
const SIGN = /<|:\/\/|www\.|\]\(|\[[[$]|script:|@/i;

interface Attribute {
  readonly tag: string;
  readonly name: string;
  readonly value: string;
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
  if (context.syntax === 'icu' && (target.includes("''") || QUOTED_TAG.test(source))) {
    const read = (text: string): string => unquotedTags(text).replaceAll("''", "'");
    return compareLinks(read(source), read(target), { ...context, syntax: 'plain' });
  }
  // The inline codes of XLIFF are compared as a whole.
  const changed = context.inline === 'xliff' ? undefined : changedAttribute(source, target);
  const broken = brokenLink(source, target) ?? wikiLink(source, target, context);
  return changed ?? broken ?? changedAddress(source, target, context);
}

/* What is left of an address, of a link of Markdown, and of one of a wiki, each with how it is written. */
const BROKEN_LINKS: readonly (readonly [sound: RegExp, broken: RegExp])[] = [
  [/\w:\/\//, /(?:https?|ftp)(?:\s[:：]|[:：]\s|：)\s?[/／]{2}|(?:https?|ftp):(?:\/\s\/|／／)/i],
  [/\]\(\S/, /\]\s{1,3}\((?=https?:|\/|#|[%$]?\{)|\)\s?\[(?:https?:|\/)[^\]\s]{0,300}\]/],
  [/\[(?:https?:|\/\/|\$\d)\S{0,300}\s/, /\[[^[\]]{1,300}\s(?:https?:\/\/[^\s\]]{1,300}|\$\d)\]/],
];
/** Links in square brackets. */
const BRACKET_LINK = /\]\(\S|\[\[[^\s\]]|\[(?:https?:\/\/|\/\/|\$\d)/;

/** An address or a link that is written as nobody reads it. */
function brokenLink(source: string, target: string): TextProblem | undefined {
  for (const [sound, broken] of BROKEN_LINKS) {
    const found = sound.test(source) && !broken.test(source) ? broken.exec(target)?.[0] : undefined;
    if (found !== undefined) return problem(`${found} is no link`);
  }
  if (!BRACKET_LINK.test(source)) return undefined;
  for (const [open, close] of [
    ['[', ']'],
    ['(', ')'],
  ] as const) {
    const surplus = (text: string): number => text.split(open).length - text.split(close).length;
    const isLink = open === '[' || (source.includes('](') && target.includes(']('));
    // A smiley or a list, `a)`, in both.
    if (isLink && surplus(source) === 0 && surplus(target) !== 0)
      return problem(`the numbers of ${open} and ${close} differ`);
  }
  return undefined;
}

/** The argument of a wiki's link, `[[$1|page]]`, its page, and an address with a text. */
const LINKED = /\[\[[^[\]|]{0,200}?(\$\d{1,2})/g;
const PAGE = /\[\[([^[\]|\n]{1,200})/g;
const LABELLED = /\[((?:https?:)?\/\/[^\s[\]]{1,2000})\s[^[\]]/g;

/** A link of a wiki that lost its argument, its text or its address, or leads to a cut page. */
function wikiLink(
  source: string,
  target: string,
  { syntax }: MessageContext,
): TextProblem | undefined {
  if (syntax !== 'mediawiki') return undefined;
  const given = new Set(target.match(/\$\d+/g));
  const partsOf = (text: string, pattern: RegExp): readonly string[] =>
    Array.from(text.matchAll(pattern), ([, part = '']) => part.trim());
  const lost = partsOf(source, LINKED).find((argument) => !given.has(argument));
  if (lost !== undefined) return problem(`missing ${lost} in a link`);
  const [was, is] = [partsOf(source, PAGE), partsOf(target, PAGE)];
  const [had, has] = [partsOf(source, LABELLED), partsOf(target, LABELLED)];
  // `[[mw:Page|text]]` may stand for an address.
  const [missing] = had.filter((one) => !has.includes(one));
  if (missing !== undefined && has.length + is.length < had.length + was.length)
    return problem(`missing a link to ${missing}`);
  const isRunOn = (one: string, old: string): boolean =>
    one.startsWith(old) && /^[^/]\p{L}/u.test(one.slice(old.length - 1));
  const glued = has.find((one) => had.some((old) => !has.includes(old) && isRunOn(one, old)));
  if (glued !== undefined) return problem(`${glued} is not in the source`);
  const cut = is.find(
    (page) =>
      !was.includes(page) &&
      was.some((old) => !is.includes(old) && isSlip({ raw: old }, { raw: page })),
  );
  return cut === undefined ? undefined : problem(`[[${cut}]] is not in the source`);
}

function problem(message: string): TextProblem {
  return { code: 'markup-mismatch', message };
}

const HANDLER = /<[^<>]{0,2000}?[\s/"'](on[a-z]{3,20}|srcdoc|formaction)\s{0,5}=/gi;
/** Elements that run code, load pages, or change what is around them. */
const ACTIVE =
  /<(script|iframe|frame|object|embed|applet|form|base|link|meta|style|svg|math)(?![\w-])/gi;
const SCRIPT =
  /(?:=\s{0,5}["']?|\]\()\s{0,5}((?:java|vb)script\s{0,5}:[^"'<>)\s]{0,200}|data:\s{0,5}text\/html)/gi;

/**
 * Code that only the target has: a handler, an element or an address that runs code, if the source has
 * none of its name. Nobody translates a text into it.
 */
export function foreignCode(
  source: string,
  target: string,
  { inline }: MessageContext,
): TextProblem | undefined {
  if (!SIGN.test(target)) return undefined;
  const read = (text: string): string => (inline === 'xliff' ? decodeEntities(text) : text);
  // Browsers ignore white space inside the name of a scheme, and read its entities.
  const spoken = (text: string): string =>
    decodeEntities(
      read(text)
        .replace(/&(?:Tab|NewLine);/g, '')
        .replace(/&colon;/g, ':'),
    ).replace(/[\t\n\r]+/g, '');
  const namesIn = (text: string, pattern: RegExp): readonly string[] =>
    Array.from(text.matchAll(pattern), ([, name = '']) => name.toLowerCase());
  for (const pattern of [HANDLER, ACTIVE, SCRIPT]) {
    const heard = pattern === SCRIPT ? spoken : read;
    const known = new Set(namesIn(heard(source), pattern));
    const found = namesIn(heard(target), pattern).find((name) => !known.has(name));
    if (found === undefined) continue;
    const script = `"${found.replace(/script\s*:.*/, 'script')}"`;
    const said = pattern === SCRIPT ? script : pattern === ACTIVE ? `<${found}>` : found;
    return problem(`${said} is not in the source`);
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
function changedAttribute(was: string, is: string): TextProblem | undefined {
  const source = attributesIn(was);
  if (source.length === 0) return undefined;
  const target = attributesIn(is);
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
  // A tag without its address leads nowhere.
  const bare = (text: string, all: readonly Attribute[], { tag, name }: Attribute): number => {
    const tags = text.match(new RegExp(`<${tag}(?![\\w-])`, 'g'))?.length ?? 0;
    return (
      tags -
      all.filter((one) => one.tag === tag && one.name === name && one.value.trim() !== '').length
    );
  };
  const emptied = source.find(
    (one) => /^(?:href|src)$/.test(one.name) && bare(is, target, one) > bare(was, source, one),
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
const MAIL = /^(?:mailto:)?[^/\s@?]{1,100}@([^/?#:\s@]+)/i;
const SECOND_LEVEL = /^(?:ac|co|com|edu|gob|gouv|gov|net|org|or|ne)$/;

/** A placeholder in an address, which may be spelled otherwise: `%s`, `%1$s`, `%{name}`. */
const INSERTED =
  /[%$#]?\{{1,2}[^{}]{1,100}\}{1,2}|%(?:\(\w{1,60}\))?(?:\d\$)?[sd@]|%\d(?![\dA-F])/g;

function addressOf(written: string): Address | undefined {
  const raw = written.replace(INSERTED, '…');
  if (PLACEHOLDER.test(raw.replace(/%[0-9A-Fa-f]{2}/g, ''))) return undefined;
  const match = HOST.exec(raw) ?? MAIL.exec(raw);
  if (match === null)
    return /^[/.]/.test(raw) ? { raw, host: undefined, site: undefined, path: raw } : undefined;
  const host = (match[1] ?? match[2] ?? '').toLowerCase().replace(/^www\./, '');
  if (!/^[\p{L}\p{N}.-]+\.\p{L}+$/u.test(host)) return undefined;
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
  const read = (raws: readonly string[]): readonly Address[] =>
    raws.flatMap((raw) => addressOf(raw.trim()) ?? []);
  const all = (text: string): readonly Address[] => read([...inside(text), ...addressesIn(text)]);
  const ours = all(source);
  const { hosts = [] } = context;
  const theirs = all(target).filter(({ host }) => !isListed(host, hosts));
  const stray = theirs.find(
    ({ host }) => host !== undefined && ours.every((one) => one.host !== host),
  );
  if (stray !== undefined && context.hosts !== undefined)
    return problem(`${stray.raw} leads to a host that neither the source nor \`hosts\` has`);
  if (ours.length === 0 || theirs.length === 0) return undefined;
  // In a text that is nothing but an address, where it leads is the translator's choice.
  const isChosen = ours.some(({ raw }) => raw === source.trim());
  const isExampleText = EXAMPLE_TEXT.test(source);
  const links = read(inside(target));
  const lostOf = (was: readonly Address[], is: readonly Address[]): readonly Address[] =>
    was.filter((one) => !is.some(({ raw }) => isSamePage(one.raw, raw)));
  const lostLinks = lostOf(read(inside(source)), links);
  const lostAddresses = lostOf(ours, theirs);
  for (const one of theirs) {
    const isLink = links.some(({ raw }) => raw === one.raw);
    const leads = isLink || target.includes(`](${one.raw}`) || target.includes(`[${one.raw} `);
    // Its address may still be shown.
    const lost = isLink ? [...lostLinks, ...lostAddresses] : lostAddresses;
    if (ours.some(({ raw }) => isSamePage(raw, one.raw))) continue;
    const found = problem(`the address ${one.raw} is not in the source`);
    if (ours.some((old) => isSlip(old, one) && !saysLanguage(old, one, context))) return found;
    const isExample = !leads && (isExampleText || lost.some(({ raw }) => EXAMPLE.test(raw)));
    const near = lost.filter(({ site }) => site === one.site);
    if (near.length > 0) {
      const isFree = ({ host }: Address): boolean => host !== one.host || WIKI.test(one.raw);
      if (one.raw.includes('@')) continue;
      if (near.some((old) => isFree(old) || saysLanguage(old, one, context))) continue;
      return isChosen || isExample ? { ...found, mild: true } : found;
    }
    if (ours.some(({ site }) => site === one.site)) continue;
    // Examples stand for others, and so do hosts of a country.
    const { host = '' } = one;
    const isOfCountry = /\.\p{L}{2}$/u.test(host) || /[^\0-\x7f]|\bexample\b/.test(host);
    if (host !== '' && lost.some((old) => isOfCountry || /\bexample\b/.test(old.host ?? '')))
      continue;
    const isReplaced = lost.some(({ host }) => host !== undefined || one.host === undefined);
    return isReplaced && !isExample && !isChosen ? found : { ...found, mild: true };
  }
  return undefined;
}

/** A wiki, where the title of a page is in the language of the page. */
const WIKI = /\/wiki\/|\bwiki\./;

/** Whether one word of an address is cut, or one of its host has a letter more or less. */
function isSlip(
  old: Pick<Address, 'raw'> & Partial<Address>,
  one: Pick<Address, 'raw'> & Partial<Address>,
): boolean {
  const wordsIn = (address = ''): readonly string[] =>
    address.replace(/^(?:https?:)?\/\//i, '').split(/[^\p{L}\p{N}_-]+/u);
  const [was, is] = [wordsIn(old.raw), wordsIn(one.raw)];
  const at = was.findIndex((word, place) => word !== is[place]);
  const [model = '', word = ''] = [was[at], is[at]];
  const isEnd = old.host?.endsWith(`.${model}`) === true;
  if (
    was.length !== is.length ||
    model.length < (isEnd ? 2 : 4) ||
    is.slice(at + 1).join() !== was.slice(at + 1).join()
  )
    return false;
  const isInHost = wordsIn(old.host).includes(model);
  if (word !== '' && model.startsWith(word)) {
    const cut = model.slice(word.length);
    // A title in a wiki may be a letter shorter, and another one in the wiki of another language.
    const isTitle = !isInHost && WIKI.test(one.raw);
    return /^\p{L}/u.test(cut) && !(isTitle && (cut.length < 2 || old.host !== one.host));
  }
  const [long, short] = word.length > model.length ? [word, model] : [model, word];
  if (!isInHost || long.length - short.length !== 1) return false;
  return Array.from(long).some(
    (_, place) => long.slice(0, place) + long.slice(place + 1) === short,
  );
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
const EXAMPLE =
  /example|exempl|ejempl|esempi|beispiel|voorbeeld|your|name|user|domain|some|host|\bmy|\bfoo\b|\bbar\b|xx|@(?:[a-z]*mail|company|test)\b|\b(?:john|jane|doe)\b/i;

const EXAMPLE_TEXT = /\be\.?\s?g\b|\bexample\b|\bfor instance\b|\bsuch as\b/i;

/** Top-level domains of languages whose tag is another. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ cs: 'cz', da: 'dk', el: 'gr', en: 'uk', ja: 'jp', ko: 'kr', pt: 'br', sl: 'si' },
  ...{ sv: 'se', uk: 'ua', vi: 'vn', zh: 'cn', nb: 'no', et: 'ee', sr: 'rs', he: 'il' },
};

/** Whether the address of a page names the target's language, or drops the source's. */
function saysLanguage(old: Address, one: Address, { source, target }: MessageContext): boolean {
  const wordsIn = ({ raw }: Address): readonly string[] =>
    raw.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const parts = target.toLowerCase().split(/[-_]/);
  const own = new Set([...parts, COUNTRIES[parts[0] ?? ''] ?? '']);
  const was = new Set(wordsIn(old));
  if (wordsIn(one).some((word) => own.has(word) && !was.has(word))) return true;
  const from = languageOf(source);
  return was.has(from) && !wordsIn(one).includes(from);
}
