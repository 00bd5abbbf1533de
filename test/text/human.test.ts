import { describe, expect, it } from 'vitest';
import { DEFAULT_RULES } from '../../src/config/schema.js';
import { findingsOf } from '../../src/engine/units/findings.js';
import type { MessageSyntax } from '../../src/model/index.js';
import { createExpander, isSound, validate } from '../../src/text/index.js';
import { context } from './context.js';
import { unit } from './corpus.js';

const problem = (
  syntax: MessageSyntax,
  source: string,
  target: string,
  locale = 'de',
): string | undefined => {
  const found = isSound(source, target, context({ syntax, target: locale }));
  return found && `${found.mild === true ? 'mild' : 'error'}: ${found.message}`;
};

describe('what people do on purpose', () => {
  it.each<[MessageSyntax, string, string, string | undefined]>([
    ['nodebb', 'Banned from %2 by %1.', '%1 hat dich aus %2 verbannt.', undefined],
    ['nodebb', 'Until %1.', 'Bis %1 gesperrt', undefined],
    ['mediawiki', 'Free on {{SITENAME}}', 'Frei in Wikimedia', 'mild: missing {{SITENAME}}'],
    ['mediawiki', 'Not for us', 'Nicht für {{SITENAME}}', 'mild: {{SITENAME}} not in the source'],
    ['mediawiki', '<nowiki>{{</nowiki>x<nowiki>}}</nowiki>', 'x', 'mild'],
    ['i18next', '{{role-names.artist}}', '{{role-names.cover-artist}}', 'mild'],
    ['i18next', '{{title}}', 'Titel', 'mild: missing {{title}}'],
    ['vue', 'Write {{ .Name }} there', 'Schreib etwas', 'mild: missing {{.Name}}'],
    [
      'polyglot',
      'This %{name} |||| These %{smart_count} items',
      'Das hier |||| Diese %{smart_count}',
      'mild: missing %{name}',
    ],
  ])('%s: %s', (syntax, source, target, expected) => {
    const found = problem(syntax, source, target);
    if (expected === 'mild') expect(found).toMatch(/^mild/);
    else expect(found).toBe(expected);
  });

  it.each<[MessageSyntax, string, string, string?]>([
    ['mediawiki', '{{GENDER:$2|Your}} page', '{{GENDER:$2}}Trang', 'vi'],
    ['mediawiki', 'Page {{PLURAL:$1|link|links}}', '{{PLURAL:$1}}Liên kết', 'vi'],
    ['mediawiki', '$1 {{PLURAL:$2|field|fields}}', '{{PLURAL:$2|das Feld|$1 Felder}}'],
    ['printf', '$tNotify list is empty', '$tDie Liste ist leer'],
    ['icu', 'From {0} to {1}', 'Von {0} bis {1,number,#}'],
    ['icu', "'<b>'Now'</b>' {n} 's", "'<b>'Jetzt {n}'</b>' ''s"],
    ['printf', 'not 100% guaranteed', 'nem garantált 100%-osan', 'hu'],
    ['printf', '39% faster, 5% off', '%39 daha hızlı, %5 indirim', 'tr'],
    ['plain', 'It costs $1,000', 'Es kostet $1 000'],
    ['plain', '%n %u', '%u (%n)'],
    ['qt', '%1 of %n', '%Ln / %L1'],
    ['qt', "'%1' as '%1=%2'", "'%1' als '%1 = %2'"],
    [
      'symfony',
      'At most {{ limit }} signs.',
      'Höchstens ein Zeichen.|Höchstens {{ limit }} Zeichen.',
    ],
    [
      'symfony',
      'At least {{ limit }}.',
      '{1} Ten.|{2,3} Ty {{ limit }}.|[4,Inf[ Tych {{ limit }}.',
      'pl',
    ],
    ['icu', 'Delete {n, plural, one {file} other {files}}', 'Dateien löschen'],
    ['printf', '%s (%d%%)', '%s (%%%d)', 'tr'],
    [
      'icu',
      '{n, plural, one {# file} other {# files}}',
      '{n, plural, one {# plik} few {# pliki} many {# plików} other {nic}}',
      'pl',
    ],
    ['icu', '{n, plural, one {# a} other {# b}}', '{n} {n, plural, one {a} other {b}}'],
    ['icu', "The group '{0}' is lost", 'Die Gruppe „{0}“ fehlt'],
    ['fluent', 'Allowed schemes', 'Erlaubte { url-schemes }'],
    ['fluent', 'New #{ $n }', '{ $n ->\n [one] Neue #{ $n }\n*[other] Neue #{ $n }\n}'],
    ['plain', 'Hello {name}', "Hallo '{name}'"],
    ['plain', 'Hello {name}', "Salut d'{name}", 'fr'],
    ['plain', '<p>One<p>two', '<p>Eins<p>zwei'],
    ['laravel', '{0} none|[1,*] :count files', '{0} keine|{1} eine|[2,*] :count Dateien'],
    ['rails', '%b %e at %l:%M%p', '%d. %B um %H:%M'],
    ['python-brace-format', 'Move {dir!r}?', '„{dir}“ verschieben?'],
    ['qt', 'Braces and quotes.', 'Zeichen: (, {, [ und ".'],
    ['mediawiki', 'In the {{ns:page}} part', 'Im Raum {{ns:Page}}'],
    ['mediawiki', 'No <pages/> found', 'Kein <pages></pages> gefunden'],
    ['mediawiki', '$1 {{PLURAL:$1|link|links}}', '{{PLURAL:$1|x|y|z|$1 a|$1 b}}', 'arz'],
    ['mediawiki', 'See [https://a.org/x it]', 'Siehe [[mw:X|hier]]'],
  ])('%s: %s is sound as %s', (syntax, source, target, locale) => {
    expect(problem(syntax, source, target, locale)).toBeUndefined();
  });

  it.each<[MessageSyntax, string, string, string]>([
    ['rails', 'Notes %{by} or %{on} by %{user}', 'Die %{user} %{by} oder %{user} %{on}', '%{user}'],
    ['icu', 'Notes by {user}', 'Notizen, die {user} schrieb oder {user} las', '{user}'],
    ['mediawiki', '$1 on {{GENDER:$2|his|her}} page', '$1 auf der Seite von $1', '$1'],
    ['mediawiki', '{{GENDER:$2|his|her}} page', 'Seite von $2', '$2'],
    ['qt', '<html><head/><body><p>Watch %1</p></body></html>', '%1 beobachten', '<html>'],
    ['mediawiki', '{{int:cancel|now}} it', 'Brich ab', '{{int:cancel|now}}'],
    ['printf', '{unset}', '{leer}', '{leer}'],
    ['mediawiki', 'Your page', '{{FORMAL:Deine|Ihre}} Seite', '{{FORMAL:Deine|Ihre}}'],
    ['mediawiki', 'Choose "Any"', 'Wähle „{{int:any}}“', '{{int:any}}'],
    ['vue', 'Settings', '@:general.settings', '@:general.settings'],
    ['plain', 'Zoë,zoe@beispiel.net', 'Adèle,adèle@exemple.net', 'adèle@exemple.net'],
    ['i18next', 'Save it', '$t(save)', '$t(save)'],
    ['i18next', 'By {{user}}', 'Von {{ general.by }} {{user}}', '{{general.by}}'],
  ])('%s: %s may say %s', (syntax, source, target, name) => {
    const found = problem(syntax, source, target);
    expect(found).toMatch(/^mild/);
    expect(found).toContain(name);
  });

  it.each([
    [['mods.1'], '%s mod', 'Ein Mod', undefined],
    [['mods.n.1'], '%s mods and %s library', '%s Mods und eine Bibliothek', undefined],
    [['mods.2'], '%s mods', 'Eine Mod', 'error'],
    [['wait', '0'], 'In %d minute', 'Za minutę', undefined],
    [['wait', '1'], 'In %d minutes', 'Za minuty', 'error'],
  ])('a form for one thing, by its key: %j', (key, source, target, level) => {
    const expected = { key, unit: unit(key, source), text: source };
    const message = context({ syntax: 'printf' });
    const found = findingsOf({ expected, plain: false }, target, { message, rules: DEFAULT_RULES });
    expect(found[0]?.level).toBe(level);
  });
});

describe('a form that the source translates from another one', () => {
  const units = [
    unit(['n', 'one'], 'Bill %{number} sent'),
    unit(['n', 'other'], '%{count} bills sent'),
  ];
  const [one] = createExpander(units, { syntax: 'rails', source: 'en' })('fr');
  const levelOf = (text: string): string | undefined => {
    if (one === undefined) return undefined;
    const message = context({ syntax: 'rails', target: 'fr' });
    return findingsOf({ expected: one, plain: false }, text, { message, rules: DEFAULT_RULES })[0]
      ?.level;
  };

  it('may also be what the source says in it', () => {
    expect(one?.text).toBe('%{count} bills sent');
    expect(levelOf('Facture %{number} envoyée')).toBeUndefined();
    expect(levelOf('%{count} facture envoyée')).toBeUndefined();
    expect(levelOf('Facture %{nom} envoyée')).toBe('error');
  });
});

describe('what nobody does on purpose', () => {
  it.each<[MessageSyntax, string, string]>([
    ['mediawiki', '{{PLURAL:$1|file|files}}', '{{PLURAL:$9|Datei|Dateien}}'],
    ['mediawiki', '{{PLURAL:$1|file|files}}', '{{PLURAL:$1|Datei|Dateien'],
    ['etherpad', '{{n}} {[plural(n) one: a, other: b ]}', '{{n}} {[plural(nx) one: a, other: b ]}'],
    ['etherpad', '{{n}} {[plural(n) one: a, other: b ]}', '{{n}} {[plural(n) one: a, other: b'],
    ['icu', '{n, plural, =0 {no} other {# files}}', '{n, plural, =0 {keine} other {Dateien}}'],
    ['icu', 'Delete {n, plural, one {it} other {them}}', 'Lösche {m, plural, other {sie}}'],
    ['icu', '{n, plural, one {# a} other {# b}}', '{n, plural, one {# # a} other {# b}}'],
    ['rails', '%{count} notes', '%{count} – %{count} Notizen'],
    ['qt', 'Not loaded: "%1" (%2)', 'Nicht geladen: "%1" (%2): "%2"'],
    ['qt', '%1 more articles', 'Noch 1% Artikel'],
    ['mediawiki', '{{GENDER:$1|your}} page', '{{GENDER:$1deine}} Seite'],
    ['mediawiki', '{{PLURAL:$1|file|files}}', '{{PLURAL|Datei|Dateien}}'],
    ['mediawiki', '{{GENDER:$1|a}} {{GENDER:$1|b}}', '{{GENDER:$1|a}} {{GENDER:1|b}}'],
    ['mediawiki', '$1 {{PLURAL:$2|field|fields}}', '{{PLURAL:$2|$1 Feld|Felder}}'],
    ['qt', '<a href="%1">%1</a>', '<a href="%1">% 1</a>'],
    ['java-format', '{0} of {1}', '{0,date} von {1}'],
    ['icu', "'<b>'Now'</b>' {n}", "'<b>'Jetzt {n}"],
    ['icu', `'<'a href="/x/7"'>'Now'</a>'`, `'<'a href="/x/"'>'Jetzt'</a>'`],
    ['icu', "'<'a href=\"x\"'>'Now'</a>' {n}", "'<'a href=\"x\"'>'Jetzt'</ä>' {n}"],
    ['symfony', 'At most {{ limit }} signs.', 'Höchstens ein Zeichen.|Höchstens viele Zeichen.'],
    ['symfony', 'At most %limit% signs.', 'Höchstens ein Zeichen.|Höchstens %grenze% Zeichen.'],
    ['printf', 'See %(url)s and %(url)s', 'Siehe %(übersetzt)s und %(url)s'],
    ['polyglot', 'This %{name} |||| %{smart_count} %{name}', 'Das |||| %{smart_count}'],
    ['icu', '{n, plural, one {# a} other {# b}}', '{n, plural, eins {# a} one {# a} other {# b}}'],
    ['icu', "The group '{0}' is lost", 'Die Gruppe fehlt'],
    ['fluent', 'Allowed { $name }', 'Erlaubt { name }'],
    ['mediawiki', 'See [[$1]]', 'Siehe [[$ 1]]'],
    ['mediawiki', '{{PLURAL:$1|file|files}}', '{{PLURAL:$1 Datei|Dateien}}'],
    ['i18next', 'Hello {{name}}', String.raw`Hallo \{{name}}`],
    ['printf', 'Hello %s', String.raw`Hallo \%s`],
    ['printf', 'Hello %s', 'Hallo %%s'],
    ['plain', 'Hello {name}', "Hallo '{name}"],
    ['plain', 'Hello {name}', 'Hallo { name}'],
    ['symfony', '{0} none|]0,Inf[ %count% files', '(0) keine|]0,Inf[ %count% Dateien'],
    ['laravel', '{0} none|[1,*] :count files', '{0} keine|(1,*) :count Dateien'],
    ['laravel', '{0} none|{1} one|[2,*] :count files', '(0) keine|[1,*] :count Dateien'],
    ['etherpad', '{{n}} {[plural(n) one: a, other: b ]}', '{{n}} {[plural(n) eins: a, other: b ]}'],
    ['etherpad', '{{n}} {[plural(n) one: a, other: b ]}', '{{n}} {[plural(n) one: a; other: b ]}'],
    ['plain', '<p>One</p><p>two</p>', '<p>Eins<p>zwei</p>'],
    ['plain', '<ul><li>One</li></ul>', '<ul><li>Eins</ul>'],
    ['plain', 'One<br/><b>two</b>', 'Eins< br/><b>zwei</b>'],
    ['plain', 'One<br/>two', 'Einsbr/>zwei'],
    ['plain', '<b>One</b>', String.raw`<b>Eins<\b>`],
    ['plain', '<strong>One</strong>', '＜b＞Eins＜/b＞'],
    ['plain', 'One.<br>Two', 'Eins.<brZwei'],
    ['mediawiki', '{{GENDER:|You}} said {{GENDER:|you}}', '{{GESCHLECHT:|Du}} {{GENDER:|dich}}'],
    ['mediawiki', 'Click {{int:save}}', 'Klick {{int:speichern}}'],
    ['vue', '@:general.save', '@:general.speichern'],
    ['arb', '{n, plural, =1{a} other{{n} b}}', '{n, plural, =0{x} =1{a} other{b}}'],
  ])('%s: %s', (syntax, source, target) => {
    expect(problem(syntax, source, target)).toMatch(/^error/);
  });
});

describe('warnings that nobody would act on', () => {
  const found = (source: string, target: string, locale: string): readonly string[] =>
    validate(source, target, context({ syntax: 'icu', target: locale })).map(({ code }) => code);

  it.each([
    ['Status: ', '状态：', 'zh-CN', []],
    ['Status: ', 'Status:', 'de', ['surrounding-space']],
    [' of {n}', '共 {n}', 'zh-CN', []],
    [
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, one {# день} few {# дня} other {# дней}}',
      'ru',
      [],
    ],
    [
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, one {# день} other {# дней}}',
      'ru',
      ['plural-categories'],
    ],
    ['{n, plural, one {file} other {files}}', '{n, plural, one {plik} other {pliki}}', 'pl', []],
    [
      '{n, plural, one {# Kiwi} other {# Kiwis}}',
      '{n, plural, one {# kiwi} other {# kiwi}}',
      'pl',
      [],
    ],
    ['{n, plural, one {# file} other {# files}}', '{n, plural, other {# dosya}}', 'tr', []],
    [
      '{n, plural, one {# file} other {# files}}',
      '{n, plural, one {# קובץ} other {# קבצים}}',
      'he',
      [],
    ],
    [
      '{n, plural, one {# file} other {# files}}',
      '{n, plural, one {plik} other {pliki (#)}}',
      'pl',
      [],
    ],
    [
      '{n, plural, one {# file} other {# files}}',
      '{n, plural, other {# Dateien}}',
      'de',
      ['plural-categories'],
    ],
    ['{n, plural, =0 {none} other {# days}}', '{n, plural, =0 {keine} other {# Tage}}', 'de', []],
  ])('%s: %s', (source, target, locale, codes) => {
    expect(found(source, target, locale)).toEqual(codes);
  });
});
