import type { StoredStyle, StyleContent, StyleInstruction } from '../model/index.js';
import { targetHash } from '../state/data.js';
import type { AppliedTerms, Terms } from './compare-terms.js';

// A style is compared like a dictionary: the name of each rule and instruction → its value.

/** Separates a prompt from its source language. Never occurs in a style's texts. */
const SEPARATOR = '\u0000';
const INSTRUCTION = /^instruction (".*?[^\\]"|"")(?: (\d+))?$/;

/** `punctuation.dash` → option; `instruction "Tone"` → prompt. Equal labels are numbered. */
export function termsOfStyle({ rules, instructions, language }: StyleContent): Terms {
  const terms = new Map(rules);
  for (const [name, one] of namedInstructions(instructions)) terms.set(name, saying(one, language));
  return terms;
}

/** The instructions by their names in `termsOfStyle`. */
export function namedInstructions<T extends StyleInstruction>(
  instructions: readonly T[],
): ReadonlyMap<string, T> {
  const named = new Map<string, T>();
  const counts = new Map<string, number>();
  for (const one of instructions) {
    const count = (counts.get(one.label) ?? 0) + 1;
    counts.set(one.label, count);
    const name = `instruction ${JSON.stringify(one.label)}`;
    named.set(count === 1 ? name : `${name} ${count}`, one);
  }
  return named;
}

export function isInstruction(name: string): boolean {
  return INSTRUCTION.test(name);
}

/** The inverse of `termsOfStyle`. */
export function styleOfTerms(terms: Terms, language: string): StyleContent {
  const rules = new Map<string, string>();
  const instructions: StyleInstruction[] = [];
  for (const [name, text] of terms) {
    const label = INSTRUCTION.exec(name)?.[1];
    if (label === undefined) {
      rules.set(name, text);
      continue;
    }
    const [prompt = '', sourceLanguage] = text.split(SEPARATOR);
    const source = sourceLanguage === undefined ? {} : { sourceLanguage };
    instructions.push({ label: JSON.parse(label) as string, prompt, ...source });
  }
  return { language, rules, instructions };
}

/** A value of `termsOfStyle` for display. */
export function shownSaying(text: string): string {
  const [prompt = '', language] = text.split(SEPARATOR);
  return language === undefined ? prompt : `${prompt} (${language})`;
}

/**
 * The terms of a list on the service, which may give a source language to an instruction that was
 * created without one (docs/interface.md 2.2): that is not a change.
 */
export function storedTerms(stored: StoredStyle, here: Terms, applied: AppliedTerms): Terms {
  const terms = new Map(termsOfStyle(stored));
  for (const [name, text] of terms) {
    const [prompt = '', language] = text.split(SEPARATOR);
    if (language === undefined) continue;
    const own = here.get(name);
    const isOpen =
      own === undefined ? applied.get(name)?.has(targetHash(prompt)) : !own.includes(SEPARATOR);
    if (isOpen === true) terms.set(name, prompt);
  }
  return terms;
}

/** Without a source language, an instruction has that of its list. */
function saying({ prompt, sourceLanguage }: StyleInstruction, language: string): string {
  return sourceLanguage === undefined || sourceLanguage === language
    ? prompt
    : `${prompt}${SEPARATOR}${sourceLanguage}`;
}
