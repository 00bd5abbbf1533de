import { describe, expect, test } from 'vitest';
import { suggestion } from '../../src/config/nearest.js';
import {
  editStyle,
  newStyle,
  readStyle,
  styleOfTerms,
  termsOfStyle,
} from '../../src/engine/terms/index.js';

const LOCALE = /^[a-z]{2}(?:-[A-Z]{2})?$/;
const reading = {
  file: 'x.yaml',
  languageOf: (locale: string) => (LOCALE.test(locale) ? locale.slice(0, 2) : undefined),
  suggestion,
};

function read(text: string) {
  return readStyle(text, reading);
}

const instruction = (fields: string): string =>
  `de:\n  custom_instructions:\n    - { ${fields} }\n`;

describe('what the service would refuse', () => {
  test.each<[string, string, number, number, string]>([
    ['a list', '- de', 1, 1, 'must name its languages'],
    ['a language without styles', 'de: {}\nnl: {}', 2, 1, 'does not support styles for "nl"'],
    ['not a locale', 'deutsch: {}', 1, 1, 'is not a locale'],
    ['a language twice', 'de: {}\nde-AT: {}', 2, 1, 'is the same language as "de"'],
    ['a key twice', 'de: {}\nde: {}', 2, 1, 'unique'],
    ['an unknown key', 'de:\n  configured_rule: {}', 2, 3, '"configured_rules"?'],
    ['an unknown category', 'de:\n  configured_rules:\n    puntuation: {}', 3, 5, '"punctuation"?'],
    [
      'a rule of another category',
      'de: { configured_rules: { numbers: { dash: x } } }',
      1,
      38,
      'in "punctuation"',
    ],
    [
      'an unknown option',
      'de: { configured_rules: { punctuation: { dash: use_em_dahs } } }',
      1,
      48,
      '"use_em_dash"?',
    ],
    [
      'an option that is no text',
      'de: { configured_rules: { punctuation: { dash: 1 } } }',
      1,
      48,
      'an option must be a string',
    ],
    ['no label', instruction('prompt: x'), 3, 7, 'needs a label'],
    ['no prompt', instruction('label: x'), 3, 7, 'needs a prompt'],
    ['a long label', instruction(`label: ${'x'.repeat(101)}, prompt: x`), 3, 16, 'at most 100'],
    ['a long prompt', instruction(`prompt: ${'x'.repeat(301)}, label: x`), 3, 17, 'at most 300'],
    [
      'another language',
      instruction('label: x, prompt: x, source_language: xyz1'),
      3,
      47,
      'language',
    ],
    [
      'a language that the service has not',
      instruction('label: x, prompt: x, source_language: xx'),
      3,
      47,
      'a language code of the service',
    ],
    ['another field', instruction('label: x, prompt: x, note: x'), 3, 30, 'unknown key "note"'],
    ['a map of instructions', 'de: { custom_instructions: { Tone: x } }', 1, 28, 'must be a list'],
    [
      'a name of every object',
      'de: { configured_rules: { __proto__: { a: b } } }',
      1,
      27,
      'unknown category',
    ],
    ['two documents', 'de: {}\n---\nfr: {}', 2, 1, 'single YAML document'],
  ])('%s', (_, text, line, column, message) => {
    const [problem] = read(text).problems;
    expect(problem?.message).toContain(message);
    expect(problem).toMatchObject({ line, column });
  });

  test('more than 200 instructions', () => {
    const many = Array.from({ length: 201 }, (_, i) => `    - { label: a${i}, prompt: b }\n`);
    const { problems } = read(`de:\n  custom_instructions:\n${many.join('')}`);
    expect(problems).toMatchObject([{ line: 203 }]);
    expect(problems[0]?.message).toContain('200');
  });

  test.each(['de: [', 'de: *x', '['.repeat(5_000), 'a: b: c', '\t- x'])(
    'what is no YAML: %#',
    (text) => {
      const outcome = (() => {
        try {
          return read(text).problems.map(({ message }) => message);
        } catch (error) {
          return [(error as Error).message];
        }
      })();
      expect(outcome.length).toBeGreaterThan(0);
    },
  );
});

describe('what is fine', () => {
  test.each([
    ['an empty file', ''],
    ['comments only', '# nothing yet\n'],
    ['a language without anything', 'de:\nja: {}\n'],
    ['anchors', 'de: &all\n  configured_rules: { punctuation: { dash: use_hyphen } }\nja: *all\n'],
  ])('%s', (_, text) => {
    expect(read(text).problems).toEqual([]);
  });
});

const STYLE = `# Our style
de: # German
  configured_rules:
    punctuation:
      quotation_mark: use_guillemets # as in print
      dash: "use_em_dash"

  custom_instructions:
    # always
    - label: Tone
      prompt: >-
        Friendly and
        short
    - { label: Length, prompt: 'Short', source_language: en }
ja: {}
`;

/** The file with one language changed. */
function changed(change: (terms: Map<string, string>) => void, language = 'de'): string {
  const { styles } = read(STYLE);
  const own = styles.find((style) => style.language === language);
  const terms = new Map(own === undefined ? [] : termsOfStyle(own));
  change(terms);
  const text = editStyle(STYLE, styles, [{ ...styleOfTerms(terms, language), locale: language }]);
  const after = read(text).styles.find((style) => style.language === language);
  expect(after === undefined ? new Map() : termsOfStyle(after)).toEqual(terms);
  return text;
}

describe('an edited style file', () => {
  test('stays as it is where nothing changes', () => {
    expect(changed(() => undefined)).toBe(STYLE);
  });

  test('keeps comments, quotes and order', () => {
    const text = changed((terms) => {
      terms.set('punctuation.dash', 'use_hyphen');
      terms.set('numbers.thousands_separator', 'use_space');
      terms.delete('punctuation.quotation_mark');
    });
    expect(text).toBe(
      STYLE.replace('      quotation_mark: use_guillemets # as in print\n', '').replace(
        '"use_em_dash"\n',
        '"use_hyphen"\n    numbers:\n      thousands_separator: use_space\n',
      ),
    );
  });

  test('changes, adds and removes instructions', () => {
    const text = changed((terms) => {
      terms.delete('instruction "Tone"');
      terms.set('instruction "Length"', 'Very short\u0000en');
      terms.set('instruction "No: colon"', 'yes');
    });
    expect(text).toContain("- { label: Length, prompt: 'Very short', source_language: en }\n");
    expect(text).toContain('- label: "No: colon"\n      prompt: "yes"\n');
    expect(text).toContain('# German');
  });

  test('gets a language that it did not have, or had nothing for', () => {
    for (const language of ['fr', 'ja']) {
      const text = changed((terms) => {
        terms.set('punctuation.dash', 'use_hyphen');
        terms.set('instruction "Tone"', 'Calm');
      }, language);
      expect(text.startsWith(STYLE.slice(0, STYLE.indexOf('ja:')))).toBe(true);
    }
  });

  test('may lose all of a language', () => {
    const text = changed((terms) => terms.clear());
    expect(text).toContain('# Our style');
    expect(text).toContain('ja: {}');
  });
});

test('equal labels are kept apart', () => {
  const instructions = [
    { label: 'a "b"', prompt: 'x' },
    { label: 'a "b"', prompt: 'y' },
  ];
  const terms = termsOfStyle({ language: 'de', rules: new Map(), instructions });
  expect([...terms.keys()]).toEqual(['instruction "a \\"b\\""', 'instruction "a \\"b\\"" 2']);
  expect(styleOfTerms(terms, 'de').instructions).toEqual(instructions);
  const text = newStyle([{ ...styleOfTerms(terms, 'de'), locale: 'de' }]);
  expect(read(text).styles[0]?.instructions).toEqual(instructions);
});
