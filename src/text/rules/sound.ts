import { isPluralCategory } from '../../model/index.js';
import type { ProblemCode } from '../../model/index.js';
import { FluentNames, toIcu } from '../fluent/icu.js';
import { isIcu, maskXliff } from '../message.js';
import type { MessageContext, TextProblem } from '../types.js';
import { compareVariants } from './choices.js';
import { isLiteralElement, isSelectElement } from '@formatjs/icu-messageformat-parser';
import { neededCategories, showsCount } from '../icu/arms.js';
import { readIcuMessage } from '../icu/message.js';
import { parseIcu } from '../icu/parse.js';
import type { IcuElement } from '../icu/parse.js';
import { holdsWhole } from '../plural.js';
import { languageOf } from '../plural/families.js';
import { scanXliffCodes } from '../scan/xliff.js';
import { leavesOf } from '../token.js';
import type { Leaf } from '../token.js';
import { compareArguments, compareSelects, flatten } from './arguments.js';
import { foreignPlaceholders, loneIn, oddName } from './foreign.js';
import { compareLinks, foreignCode } from './links.js';
import { unreadable } from './readable.js';
import { compareTemplates } from './templates.js';
import { compareMarkup, QUOTED_TAG, tagTrace, unquotedTags } from './markup.js';

/**
 * All problems because of which a machine's target must not be written: placeholders, markup, ICU
 * syntax, plural categories, damaged characters. Those allowed to people come last.
 */
export function soundProblems(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem[] {
  const problems =
    context.syntax === 'fluent'
      ? compareFluent(source, target, context)
      : compareRead(source, target, context);
  const isSerious = (code: ProblemCode): boolean =>
    problems.some((one) => one.code === code && one.mild !== true);
  const injected = foreignCode(source, target, context);
  if (injected !== undefined) problems.push(injected);
  for (const find of [compareTemplates, tagTrace, compareLinks, damagedCharacters, wrongEscape]) {
    const found = find(source, target, context);
    if (found !== undefined && !isSerious(found.code)) problems.push(found);
  }
  // One fault is one finding.
  return problems
    .filter(({ code, mild }) => mild !== true || !isSerious(code))
    .sort((a, b) => Number(a.mild === true) - Number(b.mild === true));
}

/*
 * Traces of a damaged text: control characters except tab and line ends, lone surrogates, and the
 * replacement character.
 */
const DAMAGE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]|\p{Surrogate}/gu;
const INVISIBLE = /[\u200b\u2060\ufeff]/g;
/** Languages that use the zero-width space between words. */
const WITHOUT_SPACES = new Set(['th', 'lo', 'km', 'my', 'bo']);

/** Characters that only a damaged text has, if the source has none of them. */
function damagedCharacters(
  source: string,
  target: string,
  { target: locale }: MessageContext,
): TextProblem | undefined {
  const damage = firstNew(DAMAGE, source, target) ?? turnedOrder(source, target, locale);
  return damage ?? mojibake(source, target);
}

/** Escapes that a file no longer has when its texts are read: `\\n`, `\\u00e9`, `\\"`, `&amp;nbsp;`. */
const ESCAPES = [/\\n(?![a-z])/, /\\u[\da-f]{4}/i, /\\["']|(?<!\\)\\$/, /&amp;(?:[a-z]+|#\d+);/];

/** An escape that is shown as written: escaped twice. */
function wrongEscape(source: string, target: string): TextProblem | undefined {
  if (!/[\\&]/.test(target)) return undefined;
  // Beside other backslashes, `\name` may be part of a path.
  const escapes = source.includes('\\') ? ESCAPES : [/\\n/, ...ESCAPES];
  const [shown] = escapes.flatMap((one) => (one.test(source) ? [] : (one.exec(target)?.[0] ?? [])));
  return shown === undefined
    ? undefined
    : { code: 'forbidden-characters', message: `"${shown}" is shown as written` };
}

/* They turn the order of the letters that follow, so that a text reads as another one. */
const OVERRIDE = /[\u202d\u202e]/g;
/** What opens a direction, and what closes it. */
const DIRECTIONS = [
  [/[\u202a\u202b\u202d\u202e]/g, /\u202c/g],
  [/[\u2066-\u2068]/g, /\u2069/g],
] as const;

/** Their authors start a text with a direction, which ends with the text. */
const RIGHT_TO_LEFT = new Set('ar ckb dv fa he iw ps sd ug ur yi'.split(' '));

/** An override of the direction, or a direction that is not closed in the text. */
function turnedOrder(source: string, target: string, locale: string): TextProblem | undefined {
  if (!/[\u202a-\u202e\u2066-\u2069]/.test(target)) return undefined;
  const override = firstNew(OVERRIDE, source, target);
  if (override !== undefined) return override;
  for (const [opens, closes] of DIRECTIONS) {
    const openIn = (text: string): number =>
      (text.match(opens)?.length ?? 0) - (text.match(closes)?.length ?? 0);
    const more = openIn(target) - openIn(source);
    if (more === 0 || (more > 0 && RIGHT_TO_LEFT.has(languageOf(locale)))) continue;
    const [found = ''] = target.match(openIn(target) > 0 ? opens : closes) ?? [];
    if (found === '') continue;
    const { message } = charProblem(found);
    return { code: 'forbidden-characters', message: `${message} without its counterpart` };
  }
  return undefined;
}

/*
 * UTF-8 read as Latin-1 or Windows-1252: `Ã¼` for `ü`, `â€™` for `’`, `Ð¿Ñ€` for `пр`. After `Ã` and
 * `Â`, what may follow a capital letter at the end of a word is left out.
 */
const MOJIBAKE =
  /Ã[\u0080-\u009f¡-©ª¬-º¼-¿‚ƒ„†‡ˆ‰Š‹Œš›œžŸ€]|Â[\u0080-\u00a0¡-©¬-±´-º¼-¿]|â€[\u0080-\u00bf™œ¦¢“”˜]|(?:[ÐÑÎÏØÙ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ€]){2}/g;

function mojibake(source: string, target: string): TextProblem | undefined {
  const found = target.match(MOJIBAKE)?.find((one) => !source.includes(one));
  if (found === undefined) return undefined;
  const message = `"${found}" is a letter read in the wrong encoding`;
  return { code: 'forbidden-characters', message };
}

/** Invisible spaces, which nobody types on purpose, if the source has none of them. */
export function invisibleSpaces(
  source: string,
  target: string,
  locale: string,
): TextProblem | undefined {
  return firstNew(
    INVISIBLE,
    WITHOUT_SPACES.has(languageOf(locale)) ? `${source}\u200b` : source,
    target,
  );
}

function firstNew(characters: RegExp, source: string, target: string): TextProblem | undefined {
  // Nearly all texts have none of them.
  if (target.search(characters) < 0) return undefined;
  const known = source.match(characters);
  const found = target.match(characters)?.find((char) => known?.includes(char) !== true);
  return found === undefined ? undefined : charProblem(found);
}

function charProblem(found: string): TextProblem {
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return { code: 'forbidden-characters', message: `the text contains U+${code}` };
}

const REFERENCE = /\{\s*([A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)?)\s*\}/g;
/** The name of a message or term that a text shows: `{ -brand(case: "nominative") }`. */
const SHOWN = /\{\s*(-?[A-Za-z][\w.-]*)\s*[}(]/g;

/** People say in words what another message says, to give it the form that the sentence needs. */
function compareFluent(source: string, target: string, context: MessageContext): TextProblem[] {
  const refers = (text: string): boolean =>
    Array.from(text.matchAll(SHOWN)).some(([, name]) => name === context.ownName);
  if (refers(target) && !refers(source))
    return [{ code: 'placeholder-mismatch', message: `${context.ownName ?? ''} refers to itself` }];
  const problems = compareAsIcu(source, target, context);
  // `%{name}` would be a percent sign and another message.
  if (problems.length === 0) return [foreignPlaceholders(source, target, context) ?? []].flat();
  const namesIn = (text: string): readonly string[] =>
    Array.from(text.matchAll(REFERENCE), ([, name = '']) => name);
  const [had, kept] = [new Set(namesIn(source)), new Set(namesIn(target))];
  const bare = source.replace(REFERENCE, (raw, name: string) => (kept.has(name) ? raw : ''));
  // Another reference, or what is left of one, is no word.
  const isOther = [...kept].some((name) => !had.has(name)) || /[｛｝]/.test(target);
  if (bare === source || isOther) return problems;
  const others = new Set(compareAsIcu(bare, target, context).map(({ code }) => code));
  return problems.map((one) => (others.has(one.code) ? one : { ...one, mild: true }));
}

/** Fluent texts are compared as the equivalent ICU messages. */
function compareAsIcu(source: string, target: string, context: MessageContext): TextProblem[] {
  // Only the messages of its own language give a term its arguments.
  const isTerm = context.ownName?.startsWith('-') === true;
  const names = new FluentNames([source, target], { isTerm });
  const was = toIcu(source, names);
  names.endSource();
  const is = toIcu(target, names);
  const problems = compareIcu(was, is, { ...context, syntax: 'icu' });
  return problems.map((problem) => names.inProblem(problem));
}

/** A text that its library cannot read has nothing to compare. */
function compareRead(source: string, target: string, context: MessageContext): TextProblem[] {
  const broken = unreadable(source, target, context);
  if (broken !== undefined) return [broken];
  return isIcu(source, context)
    ? compareIcu(source, target, context)
    : compareVariants(source, target, context);
}

/**
 * The first problem because of which a machine's target must not be written; undefined if it may be
 * written.
 */
export function isSound(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  return soundProblems(source, target, context)[0];
}

type Plural = Extract<IcuElement, { offset: number }>;

/**
 * Compares arguments, plural forms and markup of ICU messages. A source that is not valid ICU is
 * compared as plain text.
 */
function compareIcu(source: string, target: string, context: MessageContext): TextProblem[] {
  // Java shows `'{0}'` as written. A source with it that the target does not quote means the argument.
  const meant = QUOTED.test(target) ? source : source.replaceAll(new RegExp(QUOTED, 'g'), '$1');
  const was = parseIcu(maskXliff(meant, context));
  // Only Java has `{0,choice,…}`.
  if (!was.ok || JAVA_CHOICE.test(target)) return compareVariants(source, target, context);
  const is = parseIcu(maskXliff(target, context));
  if (!is.ok) {
    const { reason, offset } = is;
    return [{ code: 'icu-syntax', message: `${reason} at character ${offset + 1}` }];
  }
  const lone = lonelyBrace(source, target, context);
  const syntax = context.syntax === 'arb' ? 'arb' : 'icu';
  const named = compareArguments(was.elements, is.elements);
  const isOpen = named === undefined || named.mild === true;
  const odd = isOpen
    ? (foreignPlaceholders(source, target, { syntax }) ?? oddName(source, target, { syntax }))
    : undefined;
  const problems = [
    odd ?? named,
    lone,
    compareSelects(was.elements, is.elements),
    ...compareChoices(was.elements, is.elements, { ...context, isCopy: source === target }),
    compareTags(source, target, context),
  ];
  return problems.filter((problem) => problem !== undefined);
}

const QUOTED = /(?<!')'(\{\d{1,2}\})'(?!')/;
const JAVA_CHOICE = /\{\s*\d{1,2}\s*,\s*choice\s*,/;

/** A brace that closes nothing is text to FormatJS, but an error to other libraries of ICU. */
function lonelyBrace(
  source: string,
  target: string,
  { syntax }: MessageContext,
): TextProblem | undefined {
  const bare = (text: string): string =>
    syntax === 'arb' ? text : text.replaceAll("''", '').replace(/'[{}][^']*(?:'|$)/g, '');
  if (loneIn(bare(target)) === undefined || loneIn(bare(source)) !== undefined) return undefined;
  return { code: 'icu-syntax', message: '} closes nothing' };
}

function pluralsOf(elements: readonly IcuElement[]): Plural[] {
  return flatten(elements).filter(
    (element): element is Plural => 'options' in element && 'offset' in element,
  );
}

function compareChoices(
  source: readonly IcuElement[],
  target: readonly IcuElement[],
  { isCopy, ...context }: MessageContext & { readonly isCopy: boolean },
): TextProblem[] {
  const plurals = pluralsOf(source);
  const problems: TextProblem[] = [];
  for (const plural of pluralsOf(target)) {
    const models = plurals.filter(
      (one) => one.value === plural.value && one.pluralType === plural.pluralType,
    );
    const known = new Set(models.flatMap((model) => Object.keys(model.options)));
    const unknown = Object.keys(plural.options).find(
      (key) => !isPluralCategory(key) && !key.startsWith('=') && !known.has(key),
    );
    if (unknown !== undefined) {
      const message = `"${unknown}" in the plural on {${plural.value}} is no form of a number`;
      problems.push({ code: 'icu-syntax', message });
    }
    const lacking = isCopy ? undefined : missingCategories(plural, models[0], context);
    if (lacking !== undefined) problems.push(lacking);
    const uncounted = missingCount(plural, models, { elements: target, locale: context.target });
    if (uncounted !== undefined) problems.push(uncounted);
  }
  for (const select of flatten(target)) {
    if (!isSelectElement(select)) continue;
    const isCounted = plurals.some(({ value }) => value === select.value);
    const isNamed = flatten(source).some(
      (one) => isSelectElement(one) && one.value === select.value,
    );
    const keys = Object.keys(select.options).filter(
      (key) => !isPluralCategory(key) && !/^\d+$/.test(key),
    );
    if (isCounted && !isNamed && keys.length > 0) {
      const message = `${keys.join(', ')} in the choice on {${select.value}}, which chooses by number`;
      problems.push({ code: 'icu-syntax', message });
      continue;
    }
    if ('other' in select.options) continue;
    const model = flatten(source).find((one) => isSelectElement(one) && one.value === select.value);
    if (model === undefined || ('options' in model && 'other' in model.options)) {
      problems.push({
        code: 'icu-syntax',
        message: `the select on {${select.value}} has no "other"`,
      });
    }
  }
  return problems;
}

/** Languages in which a number leaves its noun as it is, so that `other` reads well for every one. */
const WITHOUT_NOUN_FORMS = new Set('az bn fa hi hu hy ka kk ku ky mn tk tr ug uz'.split(' '));

/** Whether `other` says all that forms could say: no number is shown, or all forms are equal. */
function needsNoForms({ options, value }: Plural, locale: string): boolean {
  const arms = Object.entries(options);
  if (!arms.some(([, arm]) => showsCount(arm.value, value))) return true;
  if (isAside(options['other']?.value ?? [], value)) return true;
  if (arms.length === 1) return WITHOUT_NOUN_FORMS.has(languageOf(locale));
  // An exact zero is usually said in other words.
  const texts = arms.filter(([key]) => key !== '=0').map(([, arm]) => textOf(arm.value));
  return texts.length > 1 && new Set(texts).size === 1;
}

/** Whether the number is only shown in brackets, `files (#)`, where no noun depends on it. */
function isAside(elements: readonly IcuElement[], name: string): boolean {
  const literal = (at: number): string => {
    const element = elements[at];
    return element !== undefined && isLiteralElement(element) ? element.value : '';
  };
  return elements.every((element, at) => {
    if (!showsCount([element], name)) return true;
    return literal(at - 1).endsWith('(') && literal(at + 1).startsWith(')');
  });
}

function textOf(elements: readonly IcuElement[]): string {
  return JSON.stringify(elements, (key, value: unknown) => (key === 'location' ? '' : value));
}

/**
 * Missing plural categories. Without `other`, no library can format the message. Any other form
 * falls back to it: a warning, if whole numbers need the form.
 */
function missingCategories(
  plural: Plural,
  model: Plural | undefined,
  { source, target }: MessageContext,
): TextProblem | undefined {
  const selectors = Object.keys(plural.options);
  const ordinal = plural.pluralType === 'ordinal';
  // `=1` counts as `one`, as authors for Flutter write it.
  const form = { ordinal, library: 'flutter' } as const;
  // A target may omit what the source omits although its language has it.
  const spared = new Set(
    model === undefined ? [] : neededCategories(source, form, Object.keys(model.options)),
  );
  const missing = neededCategories(target, form, selectors).filter((category) => {
    if (selectors.includes(category)) return false;
    if (category === 'other') return model === undefined || 'other' in model.options;
    const isSpared = spared.has(category) && model !== undefined && !(category in model.options);
    return !isSpared && holdsWhole(target, { ...form, category });
  });
  // Beside `few`, people write `other` for the remaining whole numbers, and in Hebrew for two.
  const isMany = missing.length === 1 && missing[0] === 'many' && selectors.includes('few');
  const isDual = missing.length === 1 && missing[0] === 'two' && /^(?:he|iw)\b/.test(target);
  const isFatal = missing.includes('other');
  if (missing.length === 0 || isMany || isDual) return undefined;
  if (!isFatal && needsNoForms(plural, target)) return undefined;
  const message = `the plural on {${plural.value}} lacks ${missing.join(', ')}, which ${target} needs`;
  return { code: 'plural-categories', message, ...(isFatal ? {} : { mild: true }) };
}

/**
 * The forms for several items must show the number if all of the source's do, unless no whole number
 * has the form, or the number is shown beside the choice.
 */
function missingCount(
  plural: Plural,
  models: readonly Plural[],
  { elements, locale }: { readonly elements: readonly IcuElement[]; readonly locale: string },
): TextProblem | undefined {
  const others = models.flatMap((model) => model.options['other'] ?? []);
  if (others.length === 0 || !others.every((arm) => showsCount(arm.value, plural.value))) {
    return undefined;
  }
  if (
    showsCount(
      elements.filter((element) => !('options' in element)),
      plural.value,
    )
  )
    return undefined;
  const ordinal = plural.pluralType === 'ordinal';
  for (const category of ['few', 'many', 'other'] as const) {
    const arm = plural.options[category]?.value;
    if (arm === undefined || showsCount(arm, plural.value)) continue;
    const hasMore = 'few' in plural.options || 'many' in plural.options;
    if (hasMore && !holdsWhole(locale, { category, ordinal })) continue;
    const message = `"${category}" in the plural on {${plural.value}} does not show the number`;
    return { code: 'placeholder-mismatch', message };
  }
  return undefined;
}

/** Arms may repeat tags, so they are compared by name, and each must be closed. */
function compareTags(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  if (!source.includes('<') && !target.includes('<')) return undefined;
  const was = leavesIn(source, context);
  const is = leavesIn(target, context);
  const repeats = was.length > 1 || is.length > 1;
  const found = compareMarkup(was, is, { strict: context.inline === 'xliff', repeats });
  if (found !== undefined || !QUOTED_TAG.test(source)) return found;
  return compareTags(unquotedTags(source), unquotedTags(target), context);
}

function leavesIn(text: string, context: MessageContext): readonly Leaf[] {
  const codes = context.inline === 'xliff' ? scanXliffCodes(text) : [];
  const { source, target, custom } = context;
  const plainApostrophes = context.syntax === 'arb';
  const xml = context.inline === 'xliff';
  const options = { source, target, xml, codes, plainApostrophes, custom };
  const message = readIcuMessage(text, maskXliff(text, context), options);
  return message === undefined ? [] : leavesOf(message);
}
