import type { MessageSyntax } from '../../model/index.js';
import { readMessage } from '../message.js';
import { isCountName } from '../plural.js';
import { withoutEncoded, CONVERSION } from '../scan/literals.js';
import { scanPlaceholders } from '../scan/placeholders.js';
import { isCode, type CodeToken, type Leaf, type Token, leavesOf } from '../token.js';
import type { MessageContext, TextProblem } from '../types.js';
import { bagOf, difference, type Bag } from './compare.js';
import { foreignPlaceholders, isForeign, loneBrace, oddName, traceOf } from './foreign.js';
import { compareMarkup } from './markup.js';

interface Comparison extends CodesContext {
  /** Both texts as written. */
  readonly texts: readonly [source: string, target: string];
}

/** What a text is compared with. */
export interface CodesContext extends MessageContext {
  /** Arguments of the source's choices, which the target may show too: the `$2` of `{{GENDER:$2|…}}`. */
  readonly given?: ReadonlySet<string | undefined>;
}

/** The placeholders that the target lacks, and those that it has in addition. */
function comparePlaceholders(
  source: readonly Leaf[],
  target: readonly Leaf[],
  context: Comparison,
): TextProblem | undefined {
  const [sourceText, targetText] = context.texts;
  const [own, named] = positional(namesOf(source, context), namesOf(target, context));
  const found = withoutPercents(named, own, sourceText);
  const colons = own.filter((name) => name.startsWith(':'));
  const [was, is] =
    colons.length === 0
      ? [own, found.filter((name) => !name.startsWith(':'))]
      : [withColons(own, colons, sourceText), withColons(found, colons, targetText)];
  const free = withoutSuffixes(source, { was, is });
  const { required, shown } =
    context.plural === undefined ? { required: free, shown: is } : countFree(free, is, context);
  const again = repeatedApart(target);
  const problem = graded(bagOf(required), bagOf(shown), {
    isFree: (name, had) => isFree(name, had, context.syntax),
    mayRepeat: (name) =>
      (again.has(name) && own.includes(name)) || context.given?.has(name) === true,
  });
  const isMeant =
    problem !== undefined &&
    (saysOne({ problem, required, shown }, context) || isReplaced(source, target, context));
  if (problem === undefined || isMeant || problem.mild === true) {
    const trace = traceIn(source, { own, found, target: targetText });
    if (trace !== undefined) return trace;
  }
  return isMeant ? { ...problem, mild: true } : problem;
}

interface Traces {
  readonly own: readonly string[];
  readonly found: readonly string[];
  readonly target: string;
}

/** What is left of a placeholder that a form may omit, or of one of several. */
function traceIn(source: readonly Leaf[], { own, found, target }: Traces): TextProblem | undefined {
  const [wanted, kept] = [bagOf(own), bagOf(found)];
  const tokens = source.flatMap((leaf) => leaf.tokens.filter(isCode));
  for (const { kind, name, raw } of new Map(tokens.map((one) => [one.raw, one])).values()) {
    if (kind !== 'placeholder' || raw.length > 60) continue;
    const times = kept.get(name) ?? 0;
    if (times > 0 && times >= (wanted.get(name) ?? 0)) continue;
    const trace = traceOf(raw, times > 0 ? target.replaceAll(raw, '') : target);
    if (trace !== undefined) return trace;
  }
  return undefined;
}

/**
 * `%39`, or `%10` of `%100`, is a percentage if the source says so, and `%{n}` is `{n}`. Some
 * languages write the sign first.
 */
function withoutPercents(
  names: readonly string[],
  own: readonly string[],
  source: string,
): readonly string[] {
  if (!source.includes('%') || !names.some((name) => name.startsWith('%'))) return names;
  const said = Array.from(source.matchAll(SAID), ([, number = '']) => number);
  const isSaid = (digits = ''): boolean =>
    said.some((number) => number === digits || (digits.length === 2 && number.startsWith(digits)));
  return names
    .filter((name) => !isSaid(PERCENTAGE.exec(name)?.[1]))
    .map((name) => (name.startsWith('%{') && own.includes(name.slice(1)) ? name.slice(1) : name));
}

const PERCENTAGE = /^%(\d{1,2})$/;
const SAID = /(?<![%\d.,])(\d{1,3})\s?[%٪](?!\d)/g;

/**
 * Placeholders that the text repeats with words between, as people do where the source has a
 * pronoun or omits the name. Next to each other, one of them is a slip.
 */
function repeatedApart(leaves: readonly Leaf[]): ReadonlySet<string> {
  const apart = new Set<string>();
  const beside = new Set<string>();
  for (const { tokens } of leaves) {
    const seen = new Set<string>();
    let last = '';
    for (const token of tokens) {
      if (!isCode(token)) {
        if (/\p{L}/u.test(token.text)) last = '';
        continue;
      }
      // The name of an unnumbered conversion says nothing about its value.
      if (token.kind !== 'placeholder' || CONVERSION.test(token.name)) continue;
      if (token.name === last) beside.add(token.name);
      else if (seen.has(token.name)) apart.add(token.name);
      seen.add(token.name);
      last = token.name;
    }
  }
  for (const name of beside) apart.delete(name);
  return apart;
}

/**
 * "One" in common languages: a form for one item may spell it out, whether or not the catalog marks
 * it as a plural form.
 */
const ONE =
  /(?<!\p{L})(?:eine?[mnrs]?|een|é[nt]|une?|un[ao]?|uma?|één|en|et|ett|yhde\p{L}{1,3}|yksi|bir|egy|eg[ye]|viena\p{L}{0,2}|vien\p{L}{1,3}|jede?n\p{L}{0,3}|o?en[aeou]|ed(?:en|na|no)|один|одн[аоуіиі]\p{L}{0,2}|أحد|واحدة?|ה?אח[דת]|יחיד\p{L}?|یک|एक|satu|một)(?!\p{L})/iu;

interface Found {
  readonly problem: TextProblem;
  readonly required: readonly string[];
  readonly shown: readonly string[];
}

const SHORT_CONVERSION = /^%(?:\d{1,2}\$)?[ds]$/;

/**
 * Whether a missing count is spelled out: `%d`, or in a form for one item any placeholder that
 * shows it.
 */
function saysOne({ problem, required, shown }: Found, { plural, texts }: Comparison): boolean {
  const isLess =
    shown.length < required.length &&
    [...required, ...shown].every((name) => SHORT_CONVERSION.test(name));
  // A dual is said by the noun.
  if (plural?.category === 'two' && required.length === 1 && isLess) return true;
  const isForOne = plural?.category === 'one' && isLess;
  return (isForOne || problem.message === 'missing %d') && ONE.test(texts[1]);
}

/** Whether the source is only a placeholder and the translator wrote a text, or `{unset}` as `{leer}`. */
function isReplaced(
  source: readonly Leaf[],
  target: readonly Leaf[],
  { texts, syntax }: Comparison,
): boolean {
  if (source.flatMap(({ tokens }) => tokens).length !== 1) return false;
  const codes = target.flatMap(({ tokens }) => tokens.filter(isCode));
  return codes.every(({ name }) => isForeign(name, syntax)) && /\p{L}/u.test(texts[1]);
}

/* Others, such as a translated one, are known only to wikis in that language. */
const MAGIC_WORD =
  /^\{\{(?:SITENAME|SERVER(?:NAME)?|SCRIPTPATH|[A-Z]*PAGENAMEE?|[A-Z]*SPACEE?|CONTENTLANG(?:UAGE)?|(?:CURRENT|LOCAL|NUMBEROF|REVISION)[A-Z]+|#?FORMAL:[^{}$]*)\}\}$/;
/* The name of another message: `{{int:cancel}}`, `{{int:cancel|as a default}}`. */
const OTHER_MESSAGE = /^\{\{int:([^{}|$]*)/;
/* Names of entries may contain hyphens, names of variables may not. */
const REFERENCE = /^\{\{(?=[^{}]*-)[A-Za-z][\w-]*(?:\.[\w-]+)+\}\}$/;
/** What shows another text: `@:general.save`, `$t(general.save)`, `{{ general.save }}` of Transloco. */
const LINKED = /^(?:@(?:\.\w+)?:|\$t\(|\{\{[A-Za-z][\w-]*(?:\.[\w-]+)+\}\}$)/;
/** What looks like a placeholder, but is only a name to the library: a person may say it in words. */
const NOT_INSERTED: Readonly<Partial<Record<MessageSyntax, RegExp>>> = {
  printf: /^\$[a-z_]/i,
  'csharp-format': /^\{[^\d{]/,
};
const GO_TEMPLATE = /^\{\{-?\./;
const SHELL_TEMPLATE = /^\$\{/;

/**
 * Placeholders that people may omit, add or replace because they do not depend on the program:
 * words that a wiki defines in every text, names of other entries, and examples in another
 * program's syntax.
 */
function isFree(name: string, source: Bag, syntax: MessageSyntax): boolean {
  const hasLike = (pattern: RegExp): boolean => [...source.keys()].some((one) => pattern.test(one));
  if (NOT_INSERTED[syntax]?.test(name) === true) return source.has(name);
  if (syntax === 'mediawiki') {
    const message = OTHER_MESSAGE.exec(name)?.[1];
    if (message === undefined) return MAGIC_WORD.test(name);
    const own = [...source.keys()].flatMap((one) => OTHER_MESSAGE.exec(one)?.[1] ?? []);
    return own.length === 0 || own.includes(message);
  }
  if (syntax === 'i18next' && REFERENCE.test(name)) return true;
  if (syntax === 'plain' || syntax === 'go-i18n') return false;
  // A link of the translator's own. One of the source may not become another.
  if (LINKED.test(name)) return !hasLike(LINKED);
  const foreign = syntax === 'printf' && name.startsWith('$') ? SHELL_TEMPLATE : GO_TEMPLATE;
  return foreign.test(name) && hasLike(foreign);
}

interface Freedom {
  readonly isFree: (name: string, source: Bag) => boolean;
  readonly mayRepeat: (name: string) => boolean;
}

/** A mismatch in number only may be intended. */
function graded(
  source: Bag,
  target: Bag,
  { isFree: isOmitted, mayRepeat }: Freedom,
): TextProblem | undefined {
  const problem = difference(source, target, 'placeholder-mismatch');
  if (problem === undefined) return undefined;
  const bound = (bag: Bag): Bag => new Map([...bag].filter(([name]) => !isOmitted(name, source)));
  const had = bound(source);
  const has = bound(target);
  const least = new Map(
    [...had].map(([name, times]) => [name, Math.min(times, has.get(name) ?? times)]),
  );
  for (const [name, times] of has) if (mayRepeat(name)) least.set(name, times);
  const isMild = difference(least, has, 'placeholder-mismatch') === undefined;
  return isMild ? { ...problem, mild: true } : problem;
}

/** Laravel formats a value in the case of its placeholder: `:name`, `:Name`, `:NAME`. */
function withColons(found: readonly string[], colons: readonly string[], text: string): string[] {
  const names = new Map(colons.map((name) => [name.toLowerCase(), name]));
  const pattern = new RegExp(`(?:${[...names.keys()].join('|')})(?![A-Za-z0-9_])`, 'gi');
  const there = Array.from(text.matchAll(pattern), ([name]) => names.get(name.toLowerCase()) ?? '');
  const others = found.filter((name) => !names.has(name.toLowerCase()));
  return [...others, ...there];
}

const SUFFIX = /^\{(?:s|es|n|en|plural|suffix|ending)\}$/;

/** `scenario{s}`: a plural ending that other languages do not need. */
function withoutSuffixes(
  leaves: readonly Leaf[],
  { was, is }: { readonly was: readonly string[]; readonly is: readonly string[] },
): readonly string[] {
  const endings = leaves.flatMap(({ tokens }) => tokens.filter((_, at) => isSuffix(tokens, at)));
  if (endings.length === 0) return was;
  const names = new Set(endings.flatMap((token) => (isCode(token) ? [token.name] : [])));
  return was.filter((name) => !names.has(name) || is.includes(name));
}

function isSuffix(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token?.type !== 'code' || before?.type !== 'text') return false;
  return SUFFIX.test(token.name) && /\p{L}$/u.test(before.text);
}

const OTHER_COUNTS = /^(?:~[\d,:@]{0,9}[dD]|<%=\s?count%>|%\{smart_count\}|\{\{-?\.?[Cc]ount\}\})$/;
/** Where only one name is the count. */
const ONLY_COUNT: Readonly<Partial<Record<MessageSyntax, RegExp>>> = {
  i18next: /^\{\{-?count(?:,[^}]*)?\}\}$/,
  'go-i18n': /^\{\{-?\.(?:Plural)?Count\}\}$/,
  rails: /^(?:%\{count\}|<%=\s?count%>)$/,
  laravel: /^:count$/,
  symfony: /^%count%$/,
};

const numberOf = (name: string): number => Number(/^%(\d+)\$/.exec(name)?.[1] ?? 0);
const withoutNumber = (name: string): string => name.replace(/^%\d+\$/, '%');

/** Whether the name suggests the count of a plural form, as the library spells it. */
export function isCountIn(name: string, syntax: MessageSyntax): boolean {
  const plain = withoutNumber(name);
  if (isForeign(plain, syntax)) return false;
  const only = ONLY_COUNT[syntax];
  return only === undefined ? isCountName(plain) || OTHER_COUNTS.test(plain) : only.test(plain);
}

/**
 * A plural form may spell out its count if it covers only one number, and may show the count even
 * if the source does not. A form for zero may omit a name.
 */
function countFree(
  was: readonly string[],
  is: readonly string[],
  { plural, syntax }: Comparison,
): { readonly required: readonly string[]; readonly shown: readonly string[] } {
  const own = withoutNumber(plural?.shownBy ?? '');
  const most = Math.max(1, was.length, ...was.map(numberOf));
  const isCount = (name: string): boolean =>
    numberOf(name) <= most && (withoutNumber(name) === own || isCountIn(name, syntax));
  // The source knows what its program inserts, however it is spelled.
  const isOwn = (name: string): boolean => isCount(name) || isCountName(withoutNumber(name));
  const counts = was.filter(isOwn);
  // A form that shows the count as the source does not name it shows something else.
  const names = new Set([own, ...counts.map(withoutNumber)]);
  const isShown = (name: string): boolean =>
    counts.length === 0 ? isCount(name) : numberOf(name) <= most && names.has(withoutNumber(name));
  const shown = is.filter(isShown);
  const category = plural?.category ?? 'other';
  const inWords = ['zero', 'one', 'two'].includes(category);
  // Of several numbers, only one is the count.
  const least = new Set(counts).size - (inWords ? 1 : 0);
  const left = Math.max(0, least - new Set(shown).size);
  const needed = [...new Set(counts)].filter((name) => !shown.includes(name)).slice(0, left);
  const others = was.filter((name) => !isOwn(name));
  const named = category === 'zero' ? others.filter((name) => is.includes(name)) : others;
  // Once is enough; more often than in the source is too often.
  const surplus = shown.slice(Math.max(1, counts.length));
  return {
    required: [...named, ...needed],
    shown: [...is.filter((name) => !isShown(name)), ...surplus],
  };
}

/** If neither text has more than one conversion, it is shown as written. */
function positional(
  source: readonly string[],
  target: readonly string[],
): readonly [source: readonly string[], target: readonly string[]] {
  const isOne = [source, target].every((names) =>
    names.every((name) => name.startsWith('%1$') || !/^%\d+\$/.test(name)),
  );
  const plain = (names: readonly string[]): readonly string[] =>
    isOne ? names.map((name) => name.replace(/^%1\$/, '%')) : names;
  return [plain(source), plain(target)];
}

function namesOf(leaves: readonly Leaf[], context: MessageContext): string[] {
  let position = 0;
  const names: string[] = [];
  for (const code of leaves.flatMap(({ tokens }) => tokens.filter(isCode))) {
    for (const name of namesIn(code, context)) {
      if (!CONVERSION.test(name)) {
        names.push(name);
        continue;
      }
      position += 1;
      names.push(`%${position}$${name.slice(1).replace(/i$/, 'd')}`);
    }
  }
  return names;
}

/** The placeholders that a code consists of, or contains in its attributes or its address. */
function namesIn(code: CodeToken, { inline, syntax }: MessageContext): string[] {
  if (code.kind === 'placeholder') return [code.name];
  const holds = (code.kind === 'markup' && inline === undefined) || code.kind === 'literal';
  if (!holds || !/[{%$_]/.test(code.raw)) return [];
  return (
    scanPlaceholders(withoutEncoded(code.raw), unparsed(syntax))
      .filter(({ kind }) => kind === 'placeholder')
      // In `class="md:flex"`, a colon belongs to the word; a whole value is inserted.
      .filter(({ name, start }) => !name.startsWith(':') || /["']/.test(code.raw.charAt(start - 1)))
      .map((span) => span.name)
  );
}

/** The syntax for texts that are not valid ICU: plain text. */
function unparsed(syntax: MessageSyntax): MessageSyntax {
  return syntax === 'icu' || syntax === 'arb' ? 'plain' : syntax;
}

const PERCENT = /[%٪％﹪]|\b(?:pro[cs]en|per ?cen|pour ?cen|por ?cien|про[цс]ен)/giu;

/** `%%` is an escaped percent sign: as a single one, it would start a placeholder. */
function lostPercent(source: readonly Leaf[], target: readonly Leaf[]): TextProblem | undefined {
  const doubled = doubledIn(source);
  const lost = doubled - doubledIn(target);
  if (lost === 0 || doubled === 0) return undefined;
  if (!source.some(({ tokens }) => tokens.some(isConversion))) return undefined;
  if (lost < 0) return { code: 'placeholder-mismatch', message: '%% not in the source' };
  const texts = target.flatMap(({ tokens }) =>
    tokens.flatMap((token) => (isCode(token) ? [] : (token.text.match(PERCENT) ?? []))),
  );
  if (!texts.includes('%') && texts.length >= lost) return undefined;
  return { code: 'placeholder-mismatch', message: 'missing %%' };
}

function doubledIn(leaves: readonly Leaf[]): number {
  const tokens = leaves.flatMap((leaf) => leaf.tokens);
  return tokens.filter((token) => isCode(token) && token.raw === '%%').length;
}

function isConversion(token: Token): boolean {
  return isCode(token) && token.kind === 'placeholder' && /^%(?![%{])/.test(token.name);
}

/* A bracket only matters in a link, `](`, or doubled, as in a reference. */
const HINT = /[{}%$~:@<&\\`_]|\]\(|\[\[/;

/** Compares placeholders and markup of texts in any syntax but ICU. */
export function compareCodes(source: string, target: string, context: CodesContext): TextProblem[] {
  const was = leavesIn(source, context);
  const is = leavesIn(target, context);
  if (!haveCodes(was) && !haveCodes(is) && !/[{}%]/.test(target)) return [];
  const named = comparePlaceholders(was, is, { ...context, texts: [source, target] });
  const isOpen = named === undefined || named.mild === true;
  const odd = isOpen
    ? (foreignPlaceholders(source, target, context) ??
      oddName(source, target, context) ??
      loneBrace(wordsOf(was), wordsOf(is)))
    : undefined;
  const problems = [
    odd ?? named,
    lostPercent(was, is),
    compareMarkup(was, is, { strict: context.inline === 'xliff', repeats: false }),
  ];
  return problems.filter((problem) => problem !== undefined);
}

function leavesIn(text: string, context: MessageContext): readonly Leaf[] {
  if (context.custom === undefined && !HINT.test(text)) return [];
  return leavesOf(readMessage(text, { ...context, syntax: unparsed(context.syntax) }));
}

/** The text without its codes. */
function wordsOf(leaves: readonly Leaf[]): string {
  const tokens = leaves.flatMap((leaf) => leaf.tokens);
  return tokens.map((token) => (isCode(token) ? '' : token.raw)).join(' ');
}

function haveCodes(leaves: readonly Leaf[]): boolean {
  return leaves.some(({ tokens }) => tokens.some(isCode));
}
