import { describe, expect, it } from 'vitest';
import {
  createExpander,
  prepare,
  validate,
  type ExpectedUnit,
  type PluralForm,
} from '../../src/text/index.js';
import type { MessageSyntax, Unit } from '../../src/model/index.js';
import { context, translate } from './context.js';
import { unit } from './corpus.js';

const form = (category: PluralForm['category'], ordinal = false): PluralForm => ({
  category,
  ordinal,
});
const lasts = (units: readonly { key: readonly string[] }[]): string[] =>
  units.map((one) => one.key.at(-1)!);

const expandUnits = (
  units: readonly Unit[],
  { target, ...options }: { syntax: MessageSyntax; source: string; target: string },
): readonly ExpectedUnit[] => createExpander(units, options)(target);

describe('createExpander', () => {
  const items = [
    unit(['title'], 'Cart'),
    unit(['item_one'], '{{count}} item'),
    unit(['item_other'], '{{count}} items'),
    unit(['end'], 'End'),
  ];

  it.each([
    ['pl', ['item_one', 'item_few', 'item_many', 'item_other']],
    ['ar', ['item_zero', 'item_one', 'item_two', 'item_few', 'item_many', 'item_other']],
    ['ja', ['item_other']],
    ['de', ['item_one', 'item_other']],
  ])('gives i18next plurals the categories of %s, in order and in place', (target, keys) => {
    const expected = expandUnits(items, { syntax: 'i18next', source: 'en', target });
    expect(lasts(expected)).toEqual(['title', ...keys, 'end']);
    const few = expected.find((one) => one.plural?.category === 'few');
    if (few !== undefined) expect(few.text).toBe('{{count}} items');
  });

  const inlang = (declaration: string, ...variants: readonly string[]): Unit[] => [
    unit(['m', '0', 'declarations', '0'], declaration),
    ...variants.map((one) => unit(['m', '0', 'match', one], `{days} ${one}`)),
  ];
  const DAYS = 'local n = days: plural';

  it.each<[string, readonly Unit[], string, readonly string[]]>([
    [
      'one and other',
      inlang(DAYS, 'n=one', 'n=other'),
      'pl',
      ['n=one', 'n=few', 'n=many', 'n=other'],
    ],
    ['one and the rest', inlang(DAYS, 'n=one', 'n=*'), 'pl', ['n=one', 'n=few', 'n=many', 'n=*']],
    ['one form', inlang(DAYS, 'n=one', 'n = *'), 'ja', ['n = *']],
    ['other beside the rest', inlang(DAYS, 'n=other', 'n=*'), 'de', ['n=one', 'n=other', 'n=*']],
    [
      'a second selector',
      inlang(DAYS, 'a=x, n=one', 'a=x, n=other', 'a=*, n=*'),
      'cs',
      [
        'a=x, n=one',
        'a=x, n=few',
        'a=x, n=many',
        'a=x, n=other',
        'a=*, n=one',
        'a=*, n=few',
        'a=*, n=many',
        'a=*, n=*',
      ],
    ],
    ['ordinals', inlang(`${DAYS} type=ordinal`, 'n=one', 'n=two', 'n=*'), 'de', ['n=*']],
    [
      'two plurals',
      [
        ...inlang(DAYS, 'n=one,k=one'),
        unit(['m', '0', 'declarations', '1'], 'local k = x: plural'),
      ],
      'pl',
      ['n=one,k=one', '1'],
    ],
    [
      'no plural',
      inlang('local n = days: datetime', 'n=one', 'n=other'),
      'pl',
      ['n=one', 'n=other'],
    ],
  ])('gives the variants of inlang the categories of the target: %s', (_, units, target, keys) => {
    const expected = expandUnits(units, { syntax: 'inlang', source: 'en', target });
    expect(lasts(expected).slice(1)).toEqual(keys);
    for (const { plural } of expected) if (plural) expect(plural.shownBy).toBe('{days}');
  });

  it('has all four ordinals of English', () => {
    const units = [unit(['place_ordinal_other'], '{{count}}. Platz')];
    const expected = expandUnits([...units, unit(['place_ordinal_one'], 'x')], {
      syntax: 'i18next',
      source: 'de',
      target: 'en',
    });
    expect(lasts(expected).sort()).toEqual(
      ['few', 'one', 'other', 'two'].map((one) => `place_ordinal_${one}`),
    );
    expect(expected.every((one) => one.plural?.ordinal === true)).toBe(true);
  });

  it('keeps a zero that the source has', () => {
    const units = [
      unit(['n_zero'], 'None'),
      unit(['n_one'], 'One'),
      unit(['n_other'], '{{count}}'),
    ];
    expect(lasts(expandUnits(units, { syntax: 'i18next', source: 'en', target: 'ja' }))).toEqual([
      'n_zero',
      'n_other',
    ]);
  });

  it('makes the form for 21 from the form that shows its number', () => {
    const units = [unit(['n_one'], 'One file'), unit(['n_other'], '{{count}} files')];
    const [one] = expandUnits(units, { syntax: 'i18next', source: 'en', target: 'ru' });
    expect(one?.text).toBe('{{count}} files');
    const [german] = expandUnits(units, { syntax: 'i18next', source: 'en', target: 'de' });
    expect(german?.text).toBe('One file');
  });

  it.each([
    ['%s files', 'One file', '%s'],
    ['%1$s files', 'One file', '%1$s'],
    ['{0} files', 'One file', '{0}'],
    ['%s of %s', 'One file', undefined],
    ['%s files', 'One file of %s', undefined],
    ['{name} is here', 'One file', undefined],
  ])('takes what only the form for many has for the count: %s, %s', (other, one, shownBy) => {
    const units = [unit(['n', 'one'], one), unit(['n', 'other'], other)];
    const [expected] = expandUnits(units, { syntax: 'rails', source: 'en', target: 'ru' });
    expect(expected).toMatchObject({ text: shownBy === undefined ? one : other });
    expect(expected?.plural?.shownBy).toBe(shownBy);
  });

  it('takes a count of any name where the format marks its forms', () => {
    const units = [
      { ...unit(['n', 'one'], 'Get {name} to'), plural: 'one' as const },
      { ...unit(['n', 'other'], 'Get %(total)d files to'), plural: 'other' as const },
    ];
    const [one] = expandUnits(units, { syntax: 'printf', source: 'en', target: 'ru' });
    expect(one).toMatchObject({
      text: 'Get %(total)d files to',
      plural: { shownBy: '%(total)d', own: 'Get {name} to' },
    });
  });

  describe.each(['i18next', 'rails'] as const)('a source without `other` in %s', (syntax) => {
    const name = (form: string): readonly string[] =>
      syntax === 'rails' ? ['n', form] : [`n_${form}`];
    const units = [
      unit(name('one'), '{{count}} файл'),
      unit(name('few'), '{{count}} файла'),
      unit(name('many'), '{{count}} файлов'),
      unit(['end'], 'Конец'),
    ];
    const last = (form: string): string => name(form).at(-1) ?? '';
    it.each([
      ['en', ['one', 'other']],
      ['ja', ['other']],
      ['cs', ['one', 'few', ...(syntax === 'rails' ? [] : ['many']), 'other']],
      ['uk', ['one', 'few', 'many']],
    ])('has the forms of %s, the others from that for most numbers', (target, forms) => {
      const expected = expandUnits(units, { syntax, source: 'ru', target });
      expect(lasts(expected)).toEqual([...forms.map(last), 'end']);
      const other = expected.find((one) => one.plural?.category === 'other');
      if (forms.includes('other')) expect(other?.text).toBe('{{count}} файлов');
    });
    it('is complete, or no plural', () => {
      const some = units.filter(({ key }) => !key.join().includes('many'));
      const expected = expandUnits(some, { syntax, source: 'ru', target: 'en' });
      expect(lasts(expected)).toEqual([last('one'), last('few'), 'end']);
    });
  });

  it('takes a word that ends like a plural form for a word', () => {
    const units = [unit(['reason_other'], 'Another reason'), unit(['phase_one'], 'First phase')];
    expect(lasts(expandUnits(units, { syntax: 'i18next', source: 'en', target: 'pl' }))).toEqual([
      'reason_other',
      'phase_one',
    ]);
  });

  it('gives the maps of Rails the categories of the target, other maps nothing', () => {
    const units = [
      unit(['en', 'files', 'one'], '1 file'),
      unit(['en', 'files', 'other'], '%{count} files'),
      unit(['en', 'choice', 'one'], 'This'),
      unit(['en', 'choice', 'other'], 'Other'),
      unit(['en', 'choice', 'none'], 'None'),
      unit(['en', 'deep', 'other'], 'Other'),
      unit(['en', 'deep', 'one', 'x'], 'Deep'),
    ];
    const expected = expandUnits(units, { syntax: 'rails', source: 'en', target: 'pl' });
    expect(expected.map((one) => one.key.slice(1).join('.'))).toEqual([
      'files.one',
      'files.few',
      'files.many',
      'files.other',
      'choice.one',
      'choice.other',
      'choice.none',
      'deep.other',
      'deep.one.x',
    ]);
  });

  it('gives the maps of go-i18n the categories of the target, in which some say no number', () => {
    const units = [
      unit(['runs', 'translation', 'one'], 'One run'),
      unit(['runs', 'translation', 'other'], '{{.Count}} runs'),
    ];
    const forms = (target: string): readonly string[] =>
      lasts(expandUnits(units, { syntax: 'go-i18n', source: 'en', target }));
    expect(forms('de')).toEqual(['one', 'other']);
    expect(forms('ru')).toEqual(['one', 'few', 'many', 'other']);
    expect(forms('ja')).toEqual(['other']);
  });

  it('has one object for all targets of what has no plural forms', () => {
    const expand = createExpander(items, { syntax: 'i18next', source: 'en' });
    const [title] = expand('pl');
    expect(expand('ja')[0]).toBe(title);
  });

  it('leaves other syntaxes one to one', () => {
    for (const syntax of ['plain', 'icu', 'vue', 'printf'] as const) {
      expect(lasts(expandUnits(items, { syntax, source: 'en', target: 'pl' }))).toEqual(
        lasts(items),
      );
    }
  });
});

describe('a plural form', () => {
  it.each([
    ['pl', 'few'],
    ['pl', 'many'],
    ['pl', 'other'],
    ['ar', 'zero'],
    ['ar', 'two'],
    ['ar', 'few'],
    ['ar', 'many'],
    ['ar', 'other'],
    ['fr', 'many'],
    ['lv', 'zero'],
    ['cy', 'many'],
  ] as const)('is sent with a number of %s %s', (target, category) => {
    const ctx = context({ syntax: 'rails', target, plural: form(category) });
    const { texts } = prepare('%{count} files', ctx, 'element');
    expect(new Intl.PluralRules(target).select(Number(/[\d.]+/.exec(texts[0]!)?.[0]))).toBe(
      category,
    );
    expect(translate('%{count} files', ctx, (sent) => sent)).toBe('%{count} files');
  });

  it('prefers a number that reads well in the source', () => {
    const ctx = context({ syntax: 'i18next', target: 'ja', plural: form('other', true) });
    expect(prepare('{{count}}th place', ctx, 'element').texts).toEqual(['5th place']);
  });

  it.each(['٣ ملفات', '۳ ملفات', '３ ملفات', 'ملفات 3'])(
    'finds its number in any digits: %s',
    (answer) => {
      const ctx = context({ syntax: 'rails', target: 'ar', plural: form('few') });
      expect(translate('%{count} files', ctx, () => answer)).toBe(
        answer.replace(/\p{Nd}/u, '%{count}'),
      );
    },
  );

  it('finds a grouped number', () => {
    const ctx = context({ syntax: 'rails', target: 'fr', plural: form('many') });
    expect(translate('%{count} files', ctx, () => '1 000 000 de fichiers')).toBe(
      '%{count} de fichiers',
    );
  });

  it.each(['pliki', '3 pliki i 3', '13 plików', '3,5 pliku'])(
    'asks again where it is not there once: %s',
    (answer) => {
      const ctx = context({ syntax: 'rails', target: 'pl', plural: form('few') });
      expect(translate('%{count} files', ctx, () => answer)).toMatch(
        /^placeholder-mismatch: .*exactly once/,
      );
    },
  );

  it('never takes a number that the text has', () => {
    const ctx = context({ syntax: 'rails', target: 'pl', plural: form('few') });
    expect(prepare('%{count} of 3 files', ctx, 'element').texts[0]).not.toMatch(/^3 /);
  });

  it('keeps its number in an ignored element next', () => {
    const ctx = context({ syntax: 'rails', target: 'pl', plural: form('few') });
    expect(prepare('%{count} files', ctx, 'ignore').texts).toEqual(['<x id="0">3</x> files']);
  });

  it('may say its number in words only where one number is meant', () => {
    const at = (category: PluralForm['category']) =>
      validate(
        '{{count}} new files',
        'neue Dateien',
        context({ syntax: 'i18next', plural: form(category) }),
      );
    expect(at('one')).toEqual([]);
    expect(at('zero')).toEqual([]);
    expect(at('few').map((problem) => problem.code)).toEqual(['placeholder-mismatch']);
    const ctx = context({ syntax: 'i18next', plural: form('one') });
    expect(validate('One file', '{{count}} Datei', ctx)).toEqual([]);
  });
});

describe('i18next v3', () => {
  const items = [
    unit(['title'], 'Cart'),
    unit(['item'], '{{count}} item'),
    unit(['item_plural'], '{{count}} items'),
    unit(['noise_plural'], 'Alone'),
  ];
  const options = { syntax: 'i18next-v3', source: 'en' } as const;

  it.each([
    ['de', ['item', 'item_plural']],
    ['pt-BR', ['item', 'item_plural']],
    ['fr', ['item', 'item_plural']],
    ['ja', ['item_0']],
    ['zh-CN', ['item_0']],
    ['pl', ['item_0', 'item_1', 'item_2']],
    ['ru', ['item_0', 'item_1', 'item_2']],
    ['ar', ['item_0', 'item_1', 'item_2', 'item_3', 'item_4', 'item_5']],
    ['sl', ['item_1', 'item_2', 'item_3', 'item_0']],
    ['lv', ['item_2', 'item_0', 'item_1']],
    ['or', ['item_0', 'item_1']],
    // The library has no rule for it.
    ['zu', ['item']],
  ])('gives %s the keys that the library reads', (target, keys) => {
    const expected = expandUnits(items, { ...options, target });
    expect(lasts(expected)).toEqual(['title', ...keys, 'noise_plural']);
  });

  it('reads the numbered forms of the source', () => {
    const units = ['_0', '_1', '_2'].map((end) => unit([`n${end}`], `{{count}} ${end}`));
    const expand = (target: string): readonly ExpectedUnit[] =>
      expandUnits(units, { ...options, source: 'ru', target });
    expect(expand('en').map(({ key, text }) => [key[0], text])).toEqual([
      ['n', '{{count}} _0'],
      ['n_plural', '{{count}} _2'],
    ]);
    expect(lasts(expand('cs'))).toEqual(['n_0', 'n_1', 'n_2']);
  });

  it('takes the key itself for a form that is left out, where it says the same', () => {
    const standIns = (target: string): (string | undefined)[] =>
      expandUnits(items, { ...options, target }).map(({ standIn }) => standIn?.at(-1));
    expect(standIns('ja')).toEqual([undefined, 'item', undefined]);
    expect(standIns('ru')).toEqual([undefined, 'item', undefined, undefined, undefined]);
    expect(standIns('de')).toEqual([undefined, undefined, undefined, undefined]);
  });
});
