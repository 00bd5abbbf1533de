import { RULES } from '../../model/index.js';
import type { ProblemCode, RuleLevel, RuleLevels, RuleName, Unit } from '../../model/index.js';
import { isForOne, isPlain, statedLength, validate } from '../../text/index.js';
import type {
  ExpectedUnit,
  MessageContext,
  PluralForm,
  TermTable,
  TextProblem,
} from '../../text/index.js';
import { ignoredRules } from './ignored-rules.js';

/** A problem found by a message rule, with the rule's severity. */
export interface Finding extends TextProblem {
  readonly level: Exclude<RuleLevel, 'off'> | 'settled';
  /** What settled it: the lock, or the author's note. */
  readonly by?: 'lock' | 'note';
}

export const NO_FINDINGS: readonly Finding[] = [];

const RULE_OF = new Map<ProblemCode, keyof RuleLevels>(
  Object.entries(RULES).map(([rule, code]) => [code, rule as keyof RuleLevels]),
);

/** The rule that a finding belongs to; undefined if no rule found it. */
export function ruleOf(code: ProblemCode): keyof RuleLevels | undefined {
  return RULE_OF.get(code);
}

/** What the rules need to know of a source text. */
export interface JudgedSource {
  readonly expected: Pick<ExpectedUnit, 'key' | 'text' | 'plural' | 'syntax'> & {
    readonly unit: Pick<Unit, 'inline' | 'maxLength' | 'note'>;
  };
  /** `isPlain` of its text. */
  readonly plain: boolean;
}

export interface Grading {
  readonly rules: RuleLevels;
  /**
   * Rules whose severity the config sets, which then also applies to mild problems. Default: none.
   */
  readonly strict?: readonly RuleName[];
}

/** What people do on purpose is a matter of taste here: reported only if the config sets the rule. */
const OF_TASTE: ReadonlySet<ProblemCode> = new Set(['placeholder-mismatch', 'markup-mismatch']);

/** Problems with the severity of their rules in the config, without those of rules that are off. */
export function graded(
  problems: readonly TextProblem[],
  { rules: levels, strict = [] }: Grading,
): readonly Finding[] {
  if (problems.length === 0) return NO_FINDINGS;
  return problems.flatMap((problem) => {
    const rule = ruleOf(problem.code);
    const set = rule === undefined ? 'error' : levels[rule];
    const isMild = problem.mild === true && (rule === undefined || !strict.includes(rule));
    const mild = OF_TASTE.has(problem.code) ? 'off' : 'warn';
    const level = set === 'error' && isMild ? mild : set;
    return level === 'off' ? [] : [{ ...problem, level }];
  });
}

/** What the message rules need to know of a unit: its file's context plus its own properties. */
export function messageOf(
  message: MessageContext,
  { key, unit, plural, syntax }: JudgedSource['expected'],
): MessageContext {
  const isNamed = message.syntax === 'fluent';
  const { inline, maxLength = statedLength(unit.note) } = unit;
  const isUsual = inline === undefined && plural === undefined && maxLength === undefined;
  if (isUsual && syntax === undefined && !isNamed) return message;
  return {
    ...message,
    ...(inline === undefined ? {} : { inline }),
    ...(plural === undefined ? {} : { plural }),
    ...(syntax === undefined ? {} : { syntax }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(isNamed ? { ownName: key.join('.') } : {}),
  };
}

const MISMATCH: ProblemCode = 'placeholder-mismatch';
const ONE: PluralForm = { category: 'one', ordinal: false };

/** The rules' findings for a translation of a unit. */
export function findingsOf(
  { expected, plain }: JudgedSource,
  text: string,
  { message, ...grading }: Grading & { readonly message: MessageContext },
): readonly Finding[] {
  // A text that a person left empty cannot break a rule.
  if (text === '') return NO_FINDINGS;
  const own = messageOf(message, expected);
  // For two different plain texts, only the length could be a problem. This is the case for most
  // units.
  const isUsual = own.maxLength === undefined && own.custom === undefined;
  if (isUsual && plain && text !== expected.text && isPlain(text)) {
    return NO_FINDINGS;
  }
  const problems = validate(expected.text, text, own);
  if (problems.length === 0) return NO_FINDINGS;
  if (!problems.some(({ code }) => code === MISMATCH)) return graded(problems, grading);
  if (own.plural === undefined && isForOne(expected.key))
    return graded(validate(expected.text, text, { ...own, plural: ONE }), grading);
  // A person may translate the form that the source has for the number.
  const said = own.plural?.own;
  const fits =
    said !== undefined && validate(said, text, own).every(({ code }) => code !== MISMATCH);
  const meant = problems.map((one) =>
    one.code === MISMATCH ? { ...one, mild: true as const } : one,
  );
  return graded(fits ? meant : problems, grading);
}

const SHOWN = 3;

/** What a translation lacks of the terms that are expected in it. */
export function termProblems(
  terms: TermTable | undefined,
  { source, text }: { readonly source: string; readonly text: string },
): readonly TextProblem[] {
  const missing = terms === undefined || text === '' ? [] : terms.missingIn(source, text);
  if (missing.length === 0) return [];
  const shown = missing.slice(0, SHOWN).map(([from, to]) => `“${from}” → “${to}”`);
  const message = `the translation does not use the glossary term: ${shown.join(', ')}`;
  return [{ code: 'term-missing', message }];
}

/** The findings for a text of the repository: those of the rules, and terms of its own glossary. */
export function findingsIn(
  {
    source,
    options,
  }: {
    readonly source: JudgedSource;
    readonly options: { readonly expectedTerms: TermTable | undefined };
  },
  text: string,
  file: Grading & { readonly message: MessageContext },
): readonly Finding[] {
  const found = findingsOf(source, text, file);
  const terms = termProblems(options.expectedTerms, { source: source.expected.text, text });
  return terms.length === 0 ? found : [...found, ...graded(terms, file)];
}

/**
 * Findings of an engine that stays open: texts of files that have not changed are not checked
 * again. Terms of glossaries are not remembered.
 */
export class KnownFindings {
  readonly #known = new WeakMap<
    Unit,
    { readonly by: readonly unknown[]; readonly found: readonly Finding[] }
  >();
  /** The rules and the context of each file, as text. */
  readonly #gradings = new WeakMap<object, string>();

  of(
    { source, options }: Parameters<typeof findingsIn>[0],
    current: Unit,
    file: Parameters<typeof findingsIn>[2],
  ): readonly Finding[] {
    const find = (): readonly Finding[] => findingsIn({ source, options }, current.text, file);
    if (options.expectedTerms !== undefined) return find();
    const { unit, key, text, plural, syntax } = source.expected;
    const form = [plural?.category, plural?.ordinal, plural?.library, plural?.shownBy, plural?.own];
    // The patterns of `custom` are no text.
    const by = [unit, key, text, syntax, ...form, file.message.custom, this.#gradingOf(file)];
    const known = this.#known.get(current);
    if (known?.by.every((one, at) => one === by[at]) === true) return known.found;
    const found = find();
    this.#known.set(current, { by, found });
    return found;
  }

  #gradingOf(file: Parameters<typeof findingsIn>[2]): string {
    const { rules, strict, message } = file;
    const grading = this.#gradings.get(file) ?? JSON.stringify([rules, strict, message]);
    this.#gradings.set(file, grading);
    return grading;
  }
}

/** Findings of which those that the author's note settles are marked so. */
export function settledByNote(
  findings: readonly Finding[],
  note: string | undefined,
): readonly Finding[] {
  const ignored = findings.length === 0 ? undefined : ignoredRules(note);
  if (ignored === undefined) return findings;
  return findings.map((finding) => {
    const rule = ruleOf(finding.code);
    if (rule === undefined || !ignored.rules.has(rule)) return finding;
    return { ...finding, level: 'settled', by: 'note' };
  });
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.length > 0 && findings.some(({ level }) => level === 'error');
}
