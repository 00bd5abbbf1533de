import { COPIED, isHuman, PIECED } from '../../lock/index.js';
import { checkAnswer } from '../../text/index.js';
import type { MessageContext } from '../../text/index.js';
import { isDrifted } from './drift.js';
import { findingsOfNew, newTextOf } from './decided.js';
import { messageOf, termProblems } from './findings.js';
import type { FileComparison, Finding, Row } from './row.js';

/** A translation with what is known of it. */
export interface TrustedText {
  readonly source: string;
  readonly target: string;
  readonly message: Pick<MessageContext, 'source' | 'target' | 'inline'>;
  readonly findings: readonly Pick<Finding, 'level'>[];
}

/** What speaks against a text, and how much it takes from its grade. */
const TAKES = {
  error: 0.9,
  warn: 0.3,
  settled: 0.05,
  'no-translation': 0.8,
  repetition: 0.8,
  untranslated: 0.6,
  'length-ratio': 0.6,
  'line-breaks': 0.5,
  'sentence-end': 0.55,
  'too-long': 0.3,
  twice: 0.8,
  same: 0.55,
  numbers: 0.6,
  pieced: 0.4,
  retried: 0.2,
  drifted: 0.05,
  term: 0.4,
  otherwise: 0.35,
  shared: 0.5,
  length: 0.5,
  words: 0.7,
  foreign: 0.6,
} as const;
type Sign = keyof typeof TAKES;

/** A sign that so many texts of the locale have says nothing. */
const USUAL = 0.08;
/** Signs that no good text has, however many have them. */
const NEVER_USUAL: ReadonlySet<Sign> = new Set(['repetition', 'twice']);
/** The most texts of a locale whose words are learned. */
const MOST = 4_000;
/** The most texts of a locale that are graded, so that a page of 100,000 opens soon. */
const GRADED = 20_000;
/** The most words of a text that count. */
const WORDS = 30;
/** Texts that have a word, before what it is translated as is known. */
const KNOWN = 3;
/** How often a word goes with another, from 0 to 1, to be its translation. */
const LINKED = 0.25;
/** Shorter texts may be the same for different ones, and of any length. */
const LONG = 15;

/** Placeholders and markup, whose letters are no words. */
const MARKS = /\{[^{}]*\}|<[^<>]*>|[%$][-\w.]*[a-z@]|&\w+;/gi;
const HAS_MARK = /[{<%$&]/;
const WORD = /[\p{L}\p{M}]+/gu;
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const STEM = 5;

function withoutMarks(text: string): string {
  return HAS_MARK.test(text) ? text.replace(MARKS, ' ') : text;
}

/** The starts of a text's words; where words are not apart, pairs of characters. */
function tokensOf(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const words = withoutMarks(text).toLowerCase().match(WORD) ?? [];
  const isUnspaced = UNSPACED.test(text);
  for (const word of words) {
    if (!isUnspaced) found.add(word.slice(0, STEM));
    else for (let at = 0; at + 1 < word.length; at += 1) found.add(word.slice(at, at + 2));
    if (found.size >= WORDS) break;
  }
  return found;
}

function numbersIn(text: string): string {
  if (!/[0-9]/.test(text)) return '';
  return (withoutMarks(text).match(/[0-9]+/g) ?? []).map(Number).sort().join(' ');
}

function isTwice(text: string): boolean {
  const half = Math.floor(text.length / 2);
  return half > 1 && text.slice(0, half).trim() === text.slice(-half).trim();
}

/** Signs in the text alone, without those that the locale shows. */
function signsOf({ source, target, message }: TrustedText): ReadonlySet<Sign> {
  const signs = new Set<Sign>(checkAnswer(source, target, message).map(({ code }) => code));
  if (isTwice(target) && !isTwice(source)) signs.add('twice');
  if (source === target && /\p{L}{3}/u.test(withoutMarks(source))) signs.add('same');
  if (numbersIn(source) !== numbersIn(target)) signs.add('numbers');
  return signs;
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Which words of texts go with which words of their translations, or the other way round. */
class Links {
  readonly #from = new Map<string, number>();
  readonly #to = new Map<string, number>();
  readonly #together = new Map<string, Map<string, number>>();
  readonly #known = new Map<string, readonly string[]>();

  learn(from: ReadonlySet<string>, to: ReadonlySet<string>): void {
    for (const word of to) count(this.#to, word);
    for (const word of from) {
      count(this.#from, word);
      const own = this.#together.get(word) ?? new Map<string, number>();
      this.#together.set(word, own);
      for (const other of to) count(own, other);
    }
  }

  /** The share of known words whose usual counterparts are not there, from 0 to 1. */
  oddIn(from: ReadonlySet<string>, to: ReadonlySet<string>): number {
    let known = 0;
    let odd = 0;
    for (const word of from) {
      const links = this.#linksOf(word);
      if (links.length === 0) continue;
      known += 1;
      if (!links.some((link) => to.has(link))) odd += 1;
    }
    // One word may have a synonym.
    return known === 0 ? 0 : (odd / known) * Math.min(1, (known + 2) / 4);
  }

  /** Empty: the word is too rare, or has no usual counterpart. */
  #linksOf(word: string): readonly string[] {
    let links = this.#known.get(word);
    if (links !== undefined) return links;
    const times = this.#from.get(word) ?? 0;
    const own = times < KNOWN ? [] : [...(this.#together.get(word) ?? [])];
    links = own.flatMap(([other, together]) => {
      const all = times + (this.#to.get(other) ?? 0);
      return together > 2 && (2 * together) / all >= LINKED ? [other] : [];
    });
    this.#known.set(word, links);
    return links;
  }
}

/**
 * How far the texts of a locale can be trusted, as they stand in their files: nothing of the runs
 * that made them is needed. What is usual in the locale is learned from all of its texts, people's
 * and machines'. Pure.
 */
export class Trust {
  readonly #words = new Links();
  readonly #wordsBack = new Links();
  /** Translations of each source text, and source texts of each translation. */
  readonly #translations = new Map<string, Map<string, number>>();
  readonly #origins = new Map<string, Set<string>>();
  readonly #signs = new Map<Sign, number>();
  readonly #own = new Map<TrustedText, ReadonlySet<Sign>>();
  readonly #texts: number;
  /** Logarithm of how long translations are, and how far most are from it. */
  readonly #length: number;
  readonly #spread: number;

  /**
   * @param texts those that are graded
   * @param others texts that only show what is usual. Default: none
   */
  constructor(texts: readonly TrustedText[], others: readonly TrustedText[] = []) {
    const learned = [...texts, ...others.slice(0, MOST)];
    this.#texts = learned.length;
    const lengths: number[] = [];
    for (const { source, target } of [...texts, ...others]) {
      const known = this.#translations.get(source) ?? new Map<string, number>();
      this.#translations.set(source, known);
      count(known, target);
      const origins = this.#origins.get(target) ?? new Set<string>();
      this.#origins.set(target, origins.add(source));
    }
    for (const text of learned) {
      const { source, target } = text;
      const signs = signsOf(text);
      if (signs.size > 0) this.#own.set(text, signs);
      for (const sign of signs) count(this.#signs, sign);
      if (source.length >= LONG) lengths.push(Math.log(target.length / source.length));
    }
    const middle = (values: readonly number[]): number =>
      values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
    this.#length = middle(lengths);
    const off = lengths.map((one) => Math.abs(one - this.#length));
    this.#spread = Math.max(0.1, middle(off) * 1.5);
    for (const { source, target } of [...texts.slice(0, MOST), ...others.slice(0, MOST)]) {
      const [from, to] = [tokensOf(source), tokensOf(target)];
      this.#words.learn(from, to);
      this.#wordsBack.learn(to, from);
    }
  }

  /**
   * From 0 to 100: nothing speaks against it.
   * @param text one of those that it was made with
   * @param known what else is known of it
   */
  gradeOf(text: TrustedText, known: readonly Sign[] = []): number {
    const { source, target, findings } = text;
    let trust = 1;
    const take = (sign: Sign, share = 1): void => {
      trust *= 1 - TAKES[sign] * share;
    };
    for (const { level } of findings) take(level);
    for (const sign of this.#own.get(text) ?? []) {
      const usual = (this.#signs.get(sign) ?? 0) / this.#texts / USUAL;
      take(sign, NEVER_USUAL.has(sign) ? 1 : Math.max(0, 1 - usual));
    }
    for (const sign of known) take(sign);
    take('length', this.#oddLength(source, target));
    const [own, others] = [tokensOf(source), tokensOf(target)];
    take('words', this.#words.oddIn(own, others));
    take('foreign', this.#wordsBack.oddIn(others, own));
    const same = this.#translations.get(source) ?? new Map<string, number>();
    if ((same.get(target) ?? 0) < Math.max(0, ...same.values())) take('otherwise');
    const isShared = (this.#origins.get(target)?.size ?? 0) > 1;
    if (isShared && target.length >= LONG) take('shared');
    return Math.round(trust * 100);
  }

  /** From 0: as long as usual, to 1. */
  #oddLength(source: string, target: string): number {
    if (Math.max(source.length, target.length) < LONG) return 0;
    const off = Math.abs(Math.log(target.length / source.length) - this.#length) / this.#spread;
    return Math.min(1, Math.max(0, (off - 2) / 4));
  }
}

/** Whether a machine made a text: people's are not graded. */
function isMachines(origin: string | undefined): boolean {
  return origin !== undefined && !isHuman(origin) && origin !== COPIED;
}

/** The text that a row has in its file by now, if it belongs to today's source. */
function presentText(row: Row) {
  const { current, state, findings, written } = row;
  const { status, place, origin } = state;
  if (written !== undefined) {
    const text = newTextOf(row)?.text ?? '';
    return { text, findings: findingsOfNew(row), isMachine: isMachines(written.origin) };
  }
  if (current === undefined || status === 'stale') return undefined;
  const isMachine = place === 'own' && status !== 'missing' && isMachines(origin);
  return { text: current.text, findings, isMachine };
}

/**
 * Grades of the machine texts of files in one locale.
 * @param isChosen rows to grade; the others show what is usual. Default: all
 */
export function gradesOf(
  files: readonly FileComparison[],
  isChosen: (row: Row) => boolean = () => true,
): ReadonlyMap<Row, number> {
  const machines = new Map<Row, TrustedText>();
  const others: TrustedText[] = [];
  for (const { rows, message } of files) {
    for (const row of rows) {
      const { source } = row;
      const present = source.copied ? undefined : presentText(row);
      if (present === undefined || present.text === '') continue;
      const { text: target, findings, isMachine } = present;
      const own = messageOf(message, source.expected);
      const text = { source: source.expected.text, target, message: own, findings };
      if (isMachine && machines.size < GRADED && isChosen(row)) machines.set(row, text);
      else others.push(text);
    }
  }
  if (machines.size === 0) return new Map();
  const trust = new Trust([...machines.values()], others);
  return new Map(
    [...machines].map(([row, text]) => [row, trust.gradeOf(text, knownOf(row, text))]),
  );
}

function knownOf(row: Row, { source, target }: TrustedText): readonly Sign[] {
  const signs: Sign[] = [];
  const { state, written, outcome } = row;
  if ((written ?? state).origin === PIECED) signs.push('pieced');
  if (written === undefined && isDrifted(row)) signs.push('drifted');
  if (outcome?.state === 'translated' && outcome.isRetried) signs.push('retried');
  if (termProblems(row.options.terms, { source, text: target }).length > 0) signs.push('term');
  return signs;
}
