import { createI18n } from 'vue-i18n';
import { describe, expect, it } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import { shownForms, validate } from '../../src/text/index.js';
import { context, translate } from './context.js';

/** Says which form of the language a number has: `3 few`. Words without a number stay. */
const inForms = (text: string, syntax: MessageSyntax, target: string): string => {
  const rule = new Intl.PluralRules(target.replace('_', '-'));
  const answer = (sent: string): string =>
    sent.replace(/(\d+) .*/, (_, n: string) => `${n} ${rule.select(Number(n))}`);
  return translate(text, context({ syntax, target }), answer);
};

/*
 * As `MessageSelector::getPluralIndex` of Laravel 12, `TranslatorTrait` of Symfony 7, Polyglot.js 2.6
 * and banana-i18n 2.4 choose among them.
 */
describe('forms between bars', () => {
  it.each<[MessageSyntax, string, string, string]>([
    ['laravel', 'ru', 'One pear|:count pears', ':count one|:count few|:count many'],
    ['laravel', 'ru', ':count pear|:count pears', ':count one|:count few|:count many'],
    ['laravel', 'lt', 'One pear|:count pears', ':count one|:count few|:count other'],
    ['laravel', 'pl', 'One pear|:count pears', 'One pear|:count few|:count many'],
    ['laravel', 'cy', 'One pear|:count pears', 'One pear|:count two|:count other|:count other'],
    ['laravel', 'ga', 'One pear|:count pears', 'One pear|:count two|:count other'],
    ['laravel', 'lv', 'One pear|:count pears', ':count zero|:count one|:count other'],
    ['laravel', 'mk', 'One pear|:count pears', ':count one|:count other'],
    ['laravel', 'fr', 'One pear|:count pears', ':count one|:count other'],
    ['laravel', 'pt_BR', 'One pear|:count pears', 'One pear|:count other'],
    ['laravel', 'es-ES', 'One pear|:count pears', 'One pear|:count other'],
    ['laravel', 'es-419', 'One pear|:count pears', ':count other'],
    ['laravel', 'tr', 'One pear|:count pears', ':count other'],
    ['laravel', 'ast', 'One pear|:count pears', ':count other'],
    ['laravel', 'ru', '{0} None|one|:count pears', '{0} None|one|:count pears'],
    [
      'etherpad',
      'hr',
      '{[plural(n) one: One pad, other: {{n}} pads ]}',
      '{[plural(n) one: {{n}} one, few: {{n}} few, many: {{n}} other, other: {{n}} other ]}',
    ],
    [
      'etherpad',
      'he',
      '{[plural(n) other: {{n}} pads, one: One pad ]}',
      '{[plural(n) one: One pad, two: {{n}} two, many: {{n}} other, other: {{n}} other ]}',
    ],
    [
      'etherpad',
      'ja',
      '{{n}} {[plural(n) one: pad, other: pads]}',
      '{{n}} {[plural(n) other: other]}',
    ],
    [
      'laravel',
      'ru',
      '{0} None|{1} One|[2,*] :count pears',
      ':count one|:count few|:count many|{0} None|{1} One',
    ],
    ['laravel', 'de', '{0} None|{1} One|[2,*] :count pears', '{0} None|{1} One|[2,*] :count other'],
    ['laravel', 'es-419', '{0} None|[1,*] :count pears', '{0} None|[1,*] :count other'],
    [
      'laravel',
      'ru',
      '{0} None|[1,19] :count pears|[20,*] Many',
      '{0} None|[1,19] :count pears|[20,*] Many',
    ],
    [
      'symfony',
      'pl',
      '{0} None | {1} One | ]1,Inf[ %count% pears',
      '{0} None | {1} One | %count% one | %count% few | %count% many',
    ],
    [
      'symfony',
      'cs',
      '{1} One|]1,Inf] %count% pears',
      '{1} One|%count% one|%count% few|%count% other',
    ],
    ['symfony', 'pt_BR', 'One pear|%count% pears', '%count% one|%count% other'],
    ['symfony', 'pt', 'One pear|%count% pears', 'One pear|%count% other'],
    [
      'symfony',
      'pl',
      'one: One pear|other: %count% pears',
      'one: One pear|few: %count% few|other: %count% many',
    ],
    [
      'symfony',
      'ru',
      '{0} None|One|%count% pears',
      '{0} None|%count% one|%count% few|%count% many',
    ],
    [
      'polyglot',
      'ru',
      'One car |||| %{smart_count} cars',
      '%{smart_count} one |||| %{smart_count} few |||| %{smart_count} many',
    ],
    ['polyglot', 'cy', 'One car |||| %{smart_count} cars', 'One car |||| %{smart_count} other'],
    ['polyglot', 'sl', 'One car |||| %{smart_count} cars', 'One car |||| %{smart_count} other'],
    ['polyglot', 'sr', 'One car |||| %{smart_count} cars', 'One car |||| %{smart_count} other'],
    ['polyglot', 'tr', 'One car |||| %{smart_count} cars', 'One car |||| %{smart_count} other'],
    [
      'polyglot',
      'pt-BR',
      'One car |||| %{smart_count} cars',
      '%{smart_count} one |||| %{smart_count} other',
    ],
    ['polyglot', 'zh-CN', 'One car |||| %{smart_count} cars', '%{smart_count} other'],
    ['mediawiki', 'ru', '{{PLURAL:$1|One file|$1 files}}', '{{PLURAL:$1|$1 one|$1 few|$1 many}}'],
    ['mediawiki', 'de', '{{PLURAL:$1|$1 file|$1 files}}', '{{PLURAL:$1|$1 one|$1 other}}'],
    [
      'mediawiki',
      'ru',
      '{{PLURAL:$1|0=None|One file|$1 files}}',
      '{{PLURAL:$1|0=None|$1 one|$1 few|$1 many}}',
    ],
    [
      'mediawiki',
      'ru',
      '{{PLURAL:$1|One file|$1 files|0=None}}',
      '{{PLURAL:$1|$1 one|$1 few|$1 many|0=None}}',
    ],
    [
      'mediawiki',
      'pl',
      '{{PLURAL:$1|1=One file|$1 files}}',
      '{{PLURAL:$1|1=One file|$1 one|$1 few|$1 many}}',
    ],
    [
      'mediawiki',
      'fr',
      '{{PLURAL:$1|0=None|One file|$1 files}}',
      '{{PLURAL:$1|0=None|One file|$1 other}}',
    ],
    ['vue', 'ru', 'One car | {n} cars', 'One car | {n} many'],
  ])('%s in %s: %s', (syntax, target, source, expected) => {
    expect(inForms(source, syntax, target)).toBe(expected);
  });

  it.each([
    ['One car | {n} cars', ['ru', 'fr', 'ar', 'ja']],
    ['no cars | one car | {n} cars', ['ru', 'fr', 'ar', 'ja']],
  ])('are right for every number in vue-i18n: %s', (source, locales) => {
    for (const locale of locales) {
      const message = inForms(source, 'vue', locale);
      const { global } = createI18n({ legacy: false, locale, messages: { [locale]: { message } } });
      const shown = Array.from({ length: 30 }, (_, n) => global.t('message', n));
      const inWords = ['no cars', 'one car', 'One car'];
      expect(shown.filter((text, n) => !text.startsWith(`${n} `) && n > 1)).toEqual([]);
      expect(inWords).toContain(shown[1]);
    }
  });
});

describe('a bar between texts that are no forms', () => {
  it.each<[MessageSyntax, string]>([
    ['laravel', 'Sign in | Shop'],
    ['symfony', 'New | %user%'],
    ['laravel', ':page | :site'],
    ['symfony', 'Terms | Privacy'],
  ])('is part of the text: %s: %s', (syntax, source) => {
    const upper = (sent: string): string => sent.replace(/[a-z]+(?![^<]*>)/g, 'x');
    const written = translate(source, context({ syntax, target: 'ru' }), upper);
    expect(written.split('|')).toHaveLength(2);
  });

  it.each<[MessageSyntax, string, number]>([
    ['laravel', 'item|items', 3],
    ['laravel', 'One error|Many errors', 3],
    ['symfony', 'person|people', 3],
    ['vue', 'Show | Hide', 2],
  ])('is one of a plural otherwise: %s: %s', (syntax, source, forms) => {
    const written = translate(source, context({ syntax, target: 'ru' }), (sent) => sent);
    expect(written.split('|')).toHaveLength(forms);
  });
});

describe('a program with a rule of its own', () => {
  const found = (syntax: MessageSyntax, pairs: [string, string][]): number | undefined =>
    shownForms(() => pairs, context({ syntax, target: 'ru' }));
  const two: [string, string] = ['{n} car | {n} cars', '{n} машина | {n} машины'];
  const three: [string, string] = ['{n} car | {n} cars', '{n} машина | {n} машины | {n} машин'];

  it.each<[MessageSyntax, [string, string][], number | undefined]>([
    ['vue', [], undefined],
    ['vue', [two], undefined],
    ['vue', [three], 3],
    ['vue', [three, three, two], undefined],
    ['laravel', [['one|:count', 'a :count|b :count|c :count']], undefined],
  ])('is seen in its other texts: %s', (syntax, pairs, expected) => {
    expect(found(syntax, pairs)).toBe(expected);
  });

  it.each<[MessageSyntax, string, string, number, string]>([
    ['vue', 'ru', 'one | {n} cars', 3, '{n} CARS | {n} CARS | {n} CARS'],
    ['vue', 'ru', 'no cars | one | {n} cars', 4, 'NO CARS | {n} CARS | {n} CARS | {n} CARS'],
    ['vue', 'de', 'one | {n} cars', 3, '{n} CARS | one | {n} CARS'],
    [
      'polyglot',
      'sr',
      'one |||| %{smart_count} cars',
      3,
      '%{smart_count} CARS |||| %{smart_count} CARS |||| %{smart_count} CARS',
    ],
  ])('has as many forms: %s in %s: %s', (syntax, target, source, forms, expected) => {
    const ctx = context({ syntax, target, shownForms: forms });
    const written = translate(source, ctx, (sent) =>
      sent.replaceAll(/\b\w+ ?cars/g, (one) => one.toUpperCase()).replace(/(\d+ )cars/, '$1CARS'),
    );
    expect(written).toBe(expected);
  });
});

describe('people’s forms that the library does not find', () => {
  const messages = (
    syntax: MessageSyntax,
    target: string,
    source: string,
    text: string,
  ): string[] => validate(source, text, context({ syntax, target })).map(({ message }) => message);

  it.each<[MessageSyntax, string, string, string, string]>([
    [
      'laravel',
      'ru',
      ':count pear|:count pears',
      ':count груша|:count груш',
      '2 plural forms, but ru has 3 here: for 5, the first form is shown',
    ],
    [
      'symfony',
      'pl',
      'one|%count% pears',
      'jedna|%count% gruszki',
      '2 plural forms, but pl has 3 here: for 5, the text cannot be shown',
    ],
    [
      'polyglot',
      'cs',
      '%{smart_count} car |||| %{smart_count} cars',
      '%{smart_count} auto |||| %{smart_count} aut',
      '2 plural forms, but cs has 3 here: for 5, the first form is shown',
    ],
    [
      'polyglot',
      'cy',
      'One car |||| %{smart_count} cars',
      'Un car |||| Dau gar |||| %{smart_count} c',
      '3 plural forms, but cy has 2 here: the last is never shown',
    ],
  ])('%s in %s', (syntax, target, source, text, expected) => {
    expect(messages(syntax, target, source, text)).toEqual([expected]);
  });

  it.each<[MessageSyntax, string, string, string]>([
    ['laravel', 'ru', 'One pear|:count pears', 'Одна груша|:count груши|:count груш'],
    ['symfony', 'lt', 'One pear|%count% pears', 'Viena|%count% kriaušės|%count% kriaušių'],
    [
      'polyglot',
      'hr',
      'One |||| %{smart_count} cars',
      'Jedan |||| %{smart_count} a |||| %{smart_count} b',
    ],
    ['mediawiki', 'uk', '{{PLURAL:$1|One file|$1 files}}', '{{PLURAL:$1|Один|$1 файли|$1 файлів}}'],
  ])('say "one" in words for 21, too: %s in %s', (syntax, target, source, text) => {
    const message = 'form 1 is also shown for 21, but does not show the number';
    expect(messages(syntax, target, source, text)).toEqual([message]);
  });

  it('depend on how Laravel’s folder is spelled', () => {
    const said = (spelled: string): string =>
      translate(
        'One pear|:count pears',
        context({ syntax: 'laravel', target: 'pt-BR', spelled }),
        (sent) => sent.replace(/pears?/, 'X'),
      );
    expect(['pt_BR', 'pt-br', 'pt-BR', 'pt'].map(said)).toEqual([
      'One X|:count X',
      ':count X',
      ':count X',
      'One X|:count X',
    ]);
  });

  it.each<[MessageSyntax, string, string, string]>([
    ['laravel', 'pl', 'One pear|:count pears', 'Jedna|:count gruszki|:count gruszek'],
    ['laravel', 'fr', 'One pear|:count pears', 'Une poire|:count poires'],
    [
      'mediawiki',
      'ru',
      '{{PLURAL:$1|1=One|$1 files}}',
      '{{PLURAL:$1|1=Один|$1 файл|$1 файла|$1 файлов}}',
    ],
    ['mediawiki', 'ru', '$1 {{PLURAL:$1|file|files}}', '$1 {{PLURAL:$1|файл|файла|файлов}}'],
    ['mediawiki', 'ru', '{{PLURAL:$1|this file|these files}}', '{{PLURAL:$1|этот|эти|эти}}'],
    ['mediawiki', 'ru', '{{PLURAL:$1|a file|$1 files}}', '{{PLURAL:$1|$1 файл|$1 файлов}}'],
    ['polyglot', 'pl', 'Song |||| Songs', 'Utwór |||| Utwory'],
    ['laravel', 'tr', ':count pear|:count pears', ':count armut|:count armut'],
    ['laravel', 'ja', ':count pear|:count pears', ':count 個'],
    ['laravel', 'ru', ':count pear|:count pears', '{1} груша|[2,*] :count груш'],
  ])('are none if all is well: %s in %s', (syntax, target, source, text) => {
    expect(messages(syntax, target, source, text)).toEqual([]);
  });
});
