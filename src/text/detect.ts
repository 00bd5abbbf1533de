import { isPluralCategory } from '../model/index.js';
import type { Capabilities, MessageSyntax, Unit } from '../model/index.js';
import { parseIcu } from './icu/parse.js';
import { isIcu, maskXliff, type TextKind } from './message.js';
import { scanXliffCodes } from './scan/xliff.js';
import { SYNTAXES } from './syntaxes/index.js';
import type { Sign } from './syntaxes/syntax.js';
import { mask } from './tokenize.js';
import type { TextProblem } from './types.js';

/** The start of an ICU plural or select. */
const CHOICE = /(?<!\{)\{\s{0,5}[\w.-]{1,60}\s{0,5},\s{0,5}(?:plural|selectordinal|select)\s{0,5},/;
const TYPED =
  /(?<!\{)\{\s{0,5}[\w.-]{1,60}\s{0,5},\s{0,5}(?:number|date|time|choice)\s{0,5}[,}](?!\})/;

/** Message syntaxes of a file's texts. */
export interface FileSyntax {
  /** The syntax of most texts, which also applies to texts without any sign. */
  readonly syntax: MessageSyntax;
  /** Units in another syntax. */
  readonly exceptions: ReadonlyMap<Unit, MessageSyntax>;
}

const NO_EXCEPTIONS: ReadonlyMap<Unit, MessageSyntax> = new Map();

/** The signs found in a file's texts. */
interface Evidence {
  /** Number of texts that only this syntax could have written, and of texts that it may have. */
  readonly sure: ReadonlyMap<MessageSyntax, number>;
  readonly likely: ReadonlyMap<MessageSyntax, number>;
  /** Units with a sure sign, with all syntaxes that they show a sign of. */
  readonly units: readonly Signed[];
}

interface Signed {
  readonly unit: Unit;
  readonly sure: readonly MessageSyntax[];
  readonly likely: readonly MessageSyntax[];
}

/** A sure text counts as much as this many likely ones. */
const SURE = 3;

/**
 * Detects the message syntaxes of a source file from its texts (`messages: auto`). The file's
 * syntax is the one with most signs; a text that is certainly in another syntax is an exception.
 * Without signs, the syntax is `plain`, which protects every kind of placeholder. Linear.
 */
export function detectSyntax(
  units: readonly Unit[],
  capabilities: Pick<Capabilities, 'syntaxes' | 'usualSyntax' | 'numberedSyntax'>,
  stated?: MessageSyntax,
): FileSyntax {
  const { syntaxes } = capabilities;
  if (syntaxes.length === 0) return { syntax: 'plain', exceptions: NO_EXCEPTIONS };
  // Its compiler reads nothing else: bars, and commas in braces, are words there.
  if (stated === 'inlang') return { syntax: stated, exceptions: NO_EXCEPTIONS };
  const evidence = evidenceIn(units, syntaxes);
  const syntax = stated ?? majority(evidence, { units, ...capabilities });
  return { syntax, exceptions: exceptionsTo(syntax, evidence) };
}

const SIGN = /[{%@$|[:]|__/;

function evidenceIn(units: readonly Unit[], syntaxes: readonly MessageSyntax[]): Evidence {
  const signs = (Object.keys(SYNTAXES) as MessageSyntax[]).filter((one) => syntaxes.includes(one));
  const sure = new Map<MessageSyntax, number>();
  const likely = new Map<MessageSyntax, number>();
  const signed: Signed[] = [];
  for (const unit of units) {
    if (unit.kind === 'raw' || !SIGN.test(unit.text)) continue;
    const found = signsOf(unit, signs);
    for (const one of found.sure) sure.set(one, (sure.get(one) ?? 0) + 1);
    for (const one of found.likely) likely.set(one, (likely.get(one) ?? 0) + 1);
    if (found.sure.length > 0) signed.push(found);
  }
  return { sure, likely, units: signed };
}

const LONGEST = 20_000;

/**
 * Code of a template engine (Liquid, Twig, Jinja, ERB, Handlebars, Mustache), which renders the
 * text: it shows nothing about the library of the file.
 */
const TEMPLATE =
  /\{%[-~]?\s{0,5}(?:\w{1,30}\s{1,5}[^\s%]|end\w|else\b)|<%-?\s{0,5}[^=\s%-]|\{\{~?(?:[#/^][\w-]{1,60}[\s}]|else\b|[>!])/;

function signsOf(unit: Unit, syntaxes: readonly MessageSyntax[]): Signed {
  const cut = unit.text.length > LONGEST ? unit.text.slice(0, LONGEST) : unit.text;
  // `disp="{{minutes}}"` describes an inline code; it is not text.
  const text = unit.inline === 'xliff' ? mask(cut, scanXliffCodes(cut)) : cut;
  if (TEMPLATE.test(text)) return { unit, sure: [], likely: [] };
  if (syntaxes.includes('icu') && isChoice(text)) return { unit, sure: ['icu'], likely: [] };
  const sure = syntaxes.filter((one) => holds(text, SYNTAXES[one].sure));
  const likely = syntaxes.filter((one) => !sure.includes(one) && holds(text, SYNTAXES[one].likely));
  return { unit, sure, likely };
}

function isChoice(text: string): boolean {
  return text.includes('{') && (CHOICE.test(text) || TYPED.test(text));
}

function holds(text: string, signs: readonly Sign[] | undefined): boolean {
  if (signs === undefined) return false;
  return signs.some(([part, pattern]) => text.includes(part) && pattern.test(text));
}

interface File {
  readonly units: readonly Unit[];
  readonly syntaxes: readonly MessageSyntax[];
  readonly usualSyntax?: MessageSyntax | undefined;
  readonly numberedSyntax?: MessageSyntax | undefined;
}

/** `{0}`, `{1,number,#}`, `{2:N0}`. */
const NUMBERED = /(?<![{$%#])\{\d{1,2}(?:[,:][^{}]{1,100})?\}(?!\})/;

/** In ICU, this shows no argument: a source with it is read by something simpler. */
const QUOTED = /(?<!')'\{\d{1,2}\}'(?!')/;

/** Texts with numbered arguments; none if the texts contradict what the format says about them. */
function numberedIn(texts: readonly string[], syntax: MessageSyntax): number {
  const isOther =
    syntax === 'icu' &&
    texts.some((text) => QUOTED.test(text)) &&
    !texts.some((text) => text.includes("''"));
  return isOther ? 0 : texts.filter((text) => NUMBERED.test(text)).length;
}

function majority({ sure, likely }: Evidence, file: File): MessageSyntax {
  const { units, syntaxes, usualSyntax, numberedSyntax } = file;
  const counts = new Map(sure);
  if (numberedSyntax !== undefined) {
    const texts = units.flatMap(({ kind, text }) => (kind === 'raw' ? [] : [text]));
    const numbered = numberedIn(texts, numberedSyntax);
    if (numbered > 0) counts.set(numberedSyntax, (counts.get(numberedSyntax) ?? 0) + numbered);
  }
  for (const [syntax, more] of keySigns(units)) {
    if (syntaxes.includes(syntax)) counts.set(syntax, (counts.get(syntax) ?? 0) + more);
  }
  const usual = usualSyntax === 'rails';
  const isEnough = (syntax: MessageSyntax): boolean => {
    if (counts.has(syntax)) return true;
    if (syntax === 'rails' && likely.has(syntax)) return usual || hasPluralMap(units);
    return (likely.get(syntax) ?? 0) >= (SYNTAXES[syntax].enough ?? Infinity);
  };
  let best: MessageSyntax = 'plain';
  let most = 0;
  for (const syntax of Object.keys(SYNTAXES) as MessageSyntax[]) {
    const score = SURE * (counts.get(syntax) ?? 0) + (likely.get(syntax) ?? 0);
    if (score <= most || !syntaxes.includes(syntax) || !isEnough(syntax)) continue;
    best = syntax;
    most = score;
  }
  return best === 'plain' && usualSyntax !== undefined && hasPluralMap(units) ? usualSyntax : best;
}

/** Texts that are certainly in another syntax and have no sign of the file's. */
function exceptionsTo(
  syntax: MessageSyntax,
  { units }: Evidence,
): ReadonlyMap<Unit, MessageSyntax> {
  let exceptions: Map<Unit, MessageSyntax> | undefined;
  for (const { unit, sure, likely } of units) {
    const [own = syntax] = sure;
    if (sure.includes(syntax) || (own !== 'icu' && likely.includes(syntax))) continue;
    // A sign that all syntaxes share may be an example of another program's.
    if (own === 'go-i18n' && syntax !== 'icu' && syntax !== 'arb') continue;
    if (own === 'icu' && (syntax === 'arb' || !parseIcu(unit.text).ok)) continue;
    exceptions = (exceptions ?? new Map<Unit, MessageSyntax>()).set(unit, own);
  }
  return exceptions ?? NO_EXCEPTIONS;
}

const KEY_CODE = /\{%\w{1,60}%\}/;

/**
 * Keys that identify the library: plural forms, `key_one` beside `key_other` or `key_plural` beside
 * `key`, and the names of Chrome.
 */
function keySigns(units: readonly Unit[]): ReadonlyMap<MessageSyntax, number> {
  const found = new Map<MessageSyntax, number>();
  const seen = new Map<string, string>();
  for (const { key, kind } of units) {
    const last = key.at(-1) ?? '';
    const suffix = kind === 'raw' ? undefined : /_(?:one|few|many|other|plural)$/.exec(last)?.[0];
    // Keys that are texts may contain placeholders of their own.
    if (last.includes('{%') && KEY_CODE.test(last)) add(found, 'angular-translate');
    if (suffix === undefined) continue;
    seen.set([...key.slice(0, -1), last].join('\u0000'), suffix);
  }
  // Chrome's `messages.json`: each text is the `message` of its name.
  const texts = units.filter(({ kind }) => kind !== 'raw');
  if (texts.every(({ key }) => key.length === 2 && key[1] === 'message'))
    found.set('chrome', texts.length);
  if (seen.size === 0) return found;
  const keys = new Set(units.map(({ key }) => key.join('\u0000')));
  for (const [id, suffix] of seen) {
    const stem = id.slice(0, -suffix.length);
    const isLast = suffix === '_other' || (suffix === '_many' && seen.has(`${stem}_few`));
    if (isLast && seen.has(`${stem}_one`)) add(found, 'i18next');
    if (suffix === '_plural' && keys.has(stem)) add(found, 'i18next-v3');
  }
  return found;
}

function add(counts: Map<MessageSyntax, number>, syntax: MessageSyntax): void {
  counts.set(syntax, (counts.get(syntax) ?? 0) + 1);
}

/** `one:` beside `other:`, with no keys that are not plural categories. */
function hasPluralMap(units: readonly Unit[]): boolean {
  const maps = new Map<string, Set<string>>();
  for (const { key } of units) {
    const last = key.at(-1) ?? '';
    const parent = key.slice(0, -1).join('\u0000');
    const names = maps.get(parent) ?? new Set();
    maps.set(parent, names.add(isPluralCategory(last) ? last : ''));
  }
  for (const names of maps.values()) {
    if (names.has('other') && names.has('one') && !names.has('')) return true;
  }
  return false;
}

/**
 * A problem of the source text alone: a plural or select that cannot be parsed is never translated.
 */
export function sourceProblem(text: string, kind: TextKind): TextProblem | undefined {
  if (!text.includes('{') || !CHOICE.test(text) || !isIcu(text, kind)) return undefined;
  const read = parseIcu(maskXliff(text, kind));
  if (read.ok) return undefined;
  const message = `the source cannot be read as ICU (${read.reason} at character ${read.offset + 1}); its plural or select is copied unchanged to every target`;
  return { code: 'icu-syntax', message };
}
