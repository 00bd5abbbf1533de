import type { RuleLevels } from '../../model/index.js';
import { checkAnswer, SameAnswers } from '../../text/index.js';
import type { TermTable, TextProblem } from '../../text/index.js';
import { findingsOf, graded, termProblems } from '../units/findings.js';
import type { UnitOptions } from '../units/options.js';
import { judged } from '../units/settling.js';
import type {
  Answer,
  DecidedRow,
  FileComparison,
  Finding,
  LocaleComparison,
  Segment,
} from '../units/row.js';

/** A finding is usual in a locale if at least this many of its existing texts have it… */
const USUAL = 2;
/** …and at least this share of them. */
const USUAL_SHARE = 0.003;
/**
 * The share for `untranslated`: names are the same in many languages, and files contain texts that
 * nobody has translated yet.
 */
const USUALLY_UNTRANSLATED = 0.01;

/** The texts sent, the answers to them, and the translation assembled from the answers. */
export interface Answered {
  readonly sent: readonly string[];
  readonly answers: readonly string[];
  readonly text: string;
}

/** The terms that texts with these options should contain. */
export type TermsOf = (options: UnitOptions) => TermTable | undefined;

/** Decides which answers are suspicious, compared with the project's existing texts. */
export class AnswerChecks {
  /** The project's existing texts. */
  #locales: readonly LocaleComparison[] = [];
  /** By locale: codes of findings that many of its existing texts have. */
  readonly #usual = new Map<string, ReadonlySet<string>>();

  /** By service language. */
  readonly #heard = new Map<string, SameAnswers>();

  #termsOf: TermsOf = () => undefined;

  /** Called with the existing texts of the next files, before answers to theirs arrive. */
  compareWith(locales: readonly LocaleComparison[]): void {
    this.#locales = locales;
    this.#heard.clear();
  }

  /** Called once the service has returned the terms. */
  expectTerms(termsOf: TermsOf): void {
    this.#termsOf = termsOf;
  }

  /** Called with the answers of a request, before each of them is judged. */
  hear(answers: ReadonlyMap<Segment, Answer>): void {
    for (const [{ group, text }, answer] of answers) {
      if (!('text' in answer)) continue;
      const { target } = group.options;
      const same = this.#heard.get(target) ?? new SameAnswers();
      this.#heard.set(target, same);
      same.add(text, answer.text);
    }
  }

  /**
   * What is wrong with a sound answer: what the rules find in its text, as they do in the file
   * afterwards, and what makes an answer suspicious.
   */
  of(row: DecidedRow, { sent, answers, text }: Answered): readonly Finding[] {
    const { source, options, decision } = row;
    const { file, message } = decision;
    const found = judged(findingsOf(source, text, file), { source, text, isAdopted: false }, file);
    let problems: TextProblem[] | undefined;
    const heard = this.#heard.get(options.request.target);
    for (let at = 0; at < sent.length; at += 1) {
      const odd = checkAnswer(sent[at] ?? '', answers[at] ?? '', message);
      if (odd.length > 0) (problems ??= []).push(...odd);
      const same = heard?.find(answers[at] ?? '');
      if (same !== undefined) (problems ??= []).push(same);
    }
    if (problems === undefined) return found;
    const isNew = (one: Finding): boolean =>
      !this.#isUsual(one, file) && found.every(({ code }) => code !== one.code);
    return [...found, ...graded(once(problems), { rules: levelsOf(file) }).filter(isNew)];
  }

  /** Glossary terms that a translation lacks. */
  terms({ source, options, decision }: DecidedRow, text: string): readonly Finding[] {
    const problems = termProblems(this.#termsOf(options), { source: source.expected.text, text });
    return graded(problems, { rules: levelsOf(decision.file) });
  }

  /** Whether people write like this in the locale too, such as texts without a full stop. */
  #isUsual({ code }: Finding, file: FileComparison): boolean {
    if (code === 'repetition') return false;
    const { locale } = file.target;
    let usual = this.#usual.get(locale);
    if (usual === undefined) this.#usual.set(locale, (usual = this.#usualIn(locale)));
    return usual.has(code);
  }

  #usualIn(locale: string): ReadonlySet<string> {
    const counts = new Map<string, number>();
    let texts = 0;
    const own = this.#locales.filter((one) => one.locale === locale);
    for (const { message, rows } of own.flatMap(({ files }) => files)) {
      for (const { source, current, state } of rows) {
        if (current === undefined || source.copied || current.text === '') continue;
        if (state.status === 'missing' || state.status === 'stale') continue;
        texts += 1;
        for (const { code } of checkAnswer(source.expected.text, current.text, message))
          counts.set(code, (counts.get(code) ?? 0) + 1);
      }
    }
    const usual = [...counts].filter(([code, count]) => {
      const share = code === 'untranslated' ? USUALLY_UNTRANSLATED : USUAL_SHARE;
      return count >= Math.max(USUAL, share * texts);
    });
    return new Set(usual.map(([code]) => code));
  }
}

/** Severities of a file's rules for answers. `untranslated` is 'warn' unless the config sets it. */
function levelsOf({ rules, strict }: FileComparison): RuleLevels {
  return strict.includes('untranslated') ? rules : { ...rules, untranslated: 'warn' };
}

function once(problems: readonly TextProblem[]): readonly TextProblem[] {
  return problems.filter(
    ({ code }, at) => problems.findIndex((other) => other.code === code) === at,
  );
}
