import { Composer, isAlias, isMap, isScalar, isSeq, Parser } from 'yaml';
import type { Document, Pair } from 'yaml';
import { findTarget, styleLanguages, limits, styleRuleCatalogue } from '../../facts/index.js';
import { yaml } from '../../formats/index.js';
import { locate } from '../../model/index.js';
import type { StyleContent, StyleInstruction } from '../../model/index.js';
import { MOST_PROBLEMS, shown } from './glossary-file.js';
import type { FileProblem } from './glossary-file.js';

/** The style of one language. */
export interface FileStyle extends StyleContent {
  /** The language's name in the file: a locale. */
  readonly locale: string;
  /** Its position. */
  readonly line: number;
  readonly column: number;
}

export interface ReadStyle {
  readonly styles: readonly FileStyle[];
  /** Empty if the file can be used. */
  readonly problems: readonly FileProblem[];
}

export interface StyleReading {
  readonly file: string;
  /** Lower-case base language of a locale; undefined if it is not a locale. */
  readonly languageOf: (locale: string) => string | undefined;
  /** A suggestion, as the end of a sentence. */
  readonly suggestion: (word: string, known: readonly string[]) => string;
}

export const RULES = 'configured_rules';
export const INSTRUCTIONS = 'custom_instructions';
const PARTS = [RULES, INSTRUCTIONS];
const FIELDS = ['label', 'prompt', 'source_language'];
const LANGUAGES = [...styleLanguages].join(', ');
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * Reads a style: `configured_rules` (category → rule → option) and `custom_instructions` per
 * language. Checks rules against the catalogue and the limits of the service (docs/interface.md
 * 2.1, 2.2, 8).
 * @throws FormatError `syntax` for invalid YAML
 */
export function readStyle(text: string, reading: StyleReading): ReadStyle {
  // Reports syntax errors, and refuses deep nesting.
  yaml.parse(text, { file: reading.file });
  const found = new Composer({ merge: true, prettyErrors: false, logLevel: 'error' });
  const [document, second] = [...found.compose(new Parser().parse(text), true, text.length)];
  const problems: FileProblem[] = [];
  const refuse = (offset: number, message: string): void => {
    if (problems.length >= MOST_PROBLEMS) return;
    const { line, column } = locate(text, offset);
    problems.push({ line, column, message });
  };
  const [error] = document?.errors ?? [];
  if (document === undefined || error !== undefined) {
    refuse(error?.pos[0] ?? 0, error?.message ?? 'not valid YAML');
    return { styles: [], problems };
  }
  if (second !== undefined) refuse(second.range[0], 'a style must be a single YAML document');
  const reader = new Reader({ text, document, refuse, reading });
  return { styles: reader.styles(), problems };
}

interface ReaderInput {
  readonly text: string;
  readonly document: Document;
  readonly refuse: (offset: number, message: string) => void;
  readonly reading: StyleReading;
}

class Reader {
  readonly #in: ReaderInput;

  constructor(input: ReaderInput) {
    this.#in = input;
  }

  styles(): readonly FileStyle[] {
    const { document, refuse, text } = this.#in;
    if (isNothing(document.contents)) return [];
    if (!isMap(document.contents)) {
      refuse(
        offsetOf(document.contents),
        `a style must name its languages: "de:", with ${PARTS.join(' and ')} below`,
      );
      return [];
    }
    const seen = new Map<string, string>();
    return document.contents.items.flatMap((pair) => {
      const locale = keyOf(pair);
      const at = offsetOf(pair.key);
      const language = this.#languageOf(locale, at);
      if (language === undefined) return [];
      const other = seen.get(language);
      if (other !== undefined) {
        refuse(
          at,
          `${shown(locale)} is the same language as ${shown(other)}; a language can have only one style`,
        );
        return [];
      }
      seen.set(language, locale);
      const { line, column } = locate(text, at);
      return [{ locale, language, line, column, ...this.#content(pair.value) }];
    });
  }

  #languageOf(locale: string, at: number): string | undefined {
    const { refuse, reading } = this.#in;
    const language = reading.languageOf(locale);
    if (language !== undefined && styleLanguages.has(language)) return language;
    const what =
      language === undefined
        ? `${shown(locale)} is not a locale`
        : `the service does not support styles for ${shown(locale)}, only for ${LANGUAGES} and their variants; remove it`;
    refuse(
      at,
      language === undefined ? what + reading.suggestion(locale, [...styleLanguages]) : what,
    );
    return undefined;
  }

  #content(node: unknown): {
    readonly rules: StyleContent['rules'];
    readonly instructions: StyleContent['instructions'];
  } {
    const parts = new Map(this.#pairs(node, 'a language').map((pair) => [keyOf(pair), pair]));
    this.#refuseUnknown([...parts.values()], PARTS);
    return {
      rules: this.#rules(parts.get(RULES)?.value),
      instructions: this.#instructions(parts.get(INSTRUCTIONS)?.value),
    };
  }

  #rules(node: unknown): ReadonlyMap<string, string> {
    const { refuse, reading } = this.#in;
    const catalogue = styleRuleCatalogue();
    const rules = new Map<string, string>();
    for (const pair of this.#pairs(node, RULES)) {
      const category = keyOf(pair);
      const known = catalogue.get(category);
      if (known === undefined) {
        const names = [...catalogue.keys()];
        refuse(
          offsetOf(pair.key),
          `unknown category ${shown(category)}${reading.suggestion(category, names)}`,
        );
        continue;
      }
      for (const rule of this.#pairs(pair.value, category)) {
        const name = keyOf(rule);
        const options = known.get(name);
        if (options === undefined) {
          const message = `unknown rule ${shown(`${category}.${name}`)}${this.#nearRule(name, known)}`;
          refuse(offsetOf(rule.key), message);
          continue;
        }
        const option = this.#text(rule.value);
        if (option !== undefined && options.includes(option))
          rules.set(`${category}.${name}`, option);
        else {
          const what =
            option === undefined ? 'an option must be a string' : `unknown option ${shown(option)}`;
          const at = isNothing(rule.value) ? offsetOf(rule.key) : offsetOf(rule.value);
          refuse(at, `${what} of ${category}.${name}${reading.suggestion(option ?? '', options)}`);
        }
      }
    }
    return rules;
  }

  /** A suggestion: a rule of the same name may be in another category. */
  #nearRule(name: string, known: ReadonlyMap<string, unknown>): string {
    for (const [category, rules] of styleRuleCatalogue()) {
      if (rules.has(name)) return `; it is in ${shown(category)}`;
    }
    return this.#in.reading.suggestion(name, [...known.keys()]);
  }

  #instructions(node: unknown): readonly StyleInstruction[] {
    const { refuse } = this.#in;
    const list = this.#resolved(node);
    if (isNothing(list)) return [];
    if (!isSeq(list)) {
      refuse(offsetOf(list), `${INSTRUCTIONS} must be a list of items with label and prompt`);
      return [];
    }
    const most = limits.styleRules.instructions;
    if (list.items.length > most) {
      refuse(offsetOf(list.items[most]), `a language can have at most ${most} instructions`);
    }
    return list.items.flatMap((item) => this.#instruction(item));
  }

  #instruction(item: unknown): readonly StyleInstruction[] {
    const { refuse, reading } = this.#in;
    const pairs = this.#pairs(item, 'an instruction');
    this.#refuseUnknown(pairs, FIELDS);
    const fields = new Map(pairs.map((pair) => [keyOf(pair), pair.value]));
    const { labelCharacters, promptCharacters } = limits.styleRules;
    const label = this.#field(fields.get('label'), { name: 'label', most: labelCharacters, item });
    const prompt = this.#field(fields.get('prompt'), {
      name: 'prompt',
      most: promptCharacters,
      item,
    });
    const node = fields.get('source_language');
    const locale = this.#text(node);
    const language = locale === undefined ? undefined : reading.languageOf(locale);
    if (!isNothing(node) && (language === undefined || findTarget(language) === undefined)) {
      refuse(
        offsetOf(node),
        `source_language must be a language code of the service, such as "en"`,
      );
    }
    if (label === undefined || prompt === undefined) return [];
    return [{ label, prompt, ...(language !== undefined && { sourceLanguage: language }) }];
  }

  #field(node: unknown, field: Field): string | undefined {
    const { refuse } = this.#in;
    const { name, most, item } = field;
    const text = this.#text(node);
    const at = isNothing(node) ? offsetOf(item) : offsetOf(node);
    if (text === undefined || text.trim() === '') {
      refuse(at, `an instruction needs a ${name}, which must be a string`);
    } else if (text.length > most) {
      refuse(at, `a ${name} can have at most ${most} characters, but this one has ${text.length}`);
    } else if (CONTROL.test(text)) refuse(at, `a ${name} cannot contain a control character`);
    else return text;
    return undefined;
  }

  #text(node: unknown): string | undefined {
    const scalar = this.#resolved(node);
    return isScalar(scalar) && typeof scalar.value === 'string' ? scalar.value : undefined;
  }

  #pairs(node: unknown, what: string): readonly Pair[] {
    const map = this.#resolved(node);
    if (isNothing(map)) return [];
    if (isMap(map)) return map.items;
    this.#in.refuse(offsetOf(map), `${what} must be a map of names to values`);
    return [];
  }

  #refuseUnknown(pairs: readonly Pair[], known: readonly string[]): void {
    const { refuse, reading } = this.#in;
    for (const pair of pairs) {
      const key = keyOf(pair);
      if (known.includes(key)) continue;
      refuse(offsetOf(pair.key), `unknown key ${shown(key)}${reading.suggestion(key, known)}`);
    }
  }

  #resolved(node: unknown): unknown {
    return isAlias(node) ? node.resolve(this.#in.document) : node;
  }
}

interface Field {
  readonly name: string;
  /** Maximum number of characters. */
  readonly most: number;
  /** The instruction. */
  readonly item: unknown;
}

function keyOf({ key }: Pair): string {
  const value = isScalar(key) ? key.value : '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isNothing(node: unknown): boolean {
  return node === undefined || node === null || (isScalar(node) && node.value === null);
}

function offsetOf(node: unknown): number {
  const range =
    typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : 0;
}
