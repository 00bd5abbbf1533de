import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import { validate, type MessageContext } from '../../src/text/index.js';
import { context } from './context.js';

type Damage = 'drop' | 'double' | 'rename' | 'translate';

/** What can be done to a code; undefined where it has no such damage. */
const DAMAGE: Readonly<Record<Damage, (code: string) => string | undefined>> = {
  drop: () => '',
  double: (code) => `${code} ${code}`,
  rename: (code) => renamed(code, (name) => `${name}x`),
  translate: (code) => renamed(code, () => 'größe'),
};

function renamed(code: string, to: (name: string) => string): string | undefined {
  const name = /^(?!<a ).*?([A-Za-z]{2,})/.exec(code)?.[1];
  return name === undefined ? undefined : code.replace(name, to(name));
}

function errors(source: string, target: string, extra: Partial<MessageContext>): string[] {
  const found = validate(source, target, context(extra));
  const apart = ['untranslated', 'surrounding-space'];
  return found.flatMap(({ code, mild }) => (mild === true || apart.includes(code) ? [] : [code]));
}

/** Texts of each syntax, and their codes. */
const TEXTS: readonly (readonly [MessageSyntax, string, readonly string[]])[] = [
  ['plain', 'Copy {file} to {folder} now', ['{file}', '{folder}']],
  ['plain', 'Hello :name, meet :other today', [':name', ':other']],
  ['plain', 'Saved %name% for %user% again', ['%name%', '%user%']],
  ['plain', 'Page %1 of %2 is open', ['%1', '%2']],
  ['plain', 'Moved $1 to $2 today', ['$1', '$2']],
  ['plain', 'Moved $old$ to $new$ today', ['$old$', '$new$']],
  ['plain', 'Open <0>the list</0> here', ['<0>', '</0>']],
  ['plain', 'Open <Link to="x">the list</Link> here', ['<Link to="x">', '</Link>']],
  ['plain', 'Open <a href="/x">the list</a> here', ['<a href="/x">', '</a>']],
  ['i18next', 'From {{first}} to {{last}} here', ['{{first}}', '{{last}}']],
  ['i18next', 'See $t(common.more) for {{- what}} here', ['$t(common.more)', '{{- what}}']],
  ['rails', 'From %{first} to %{last} here', ['%{first}', '%{last}']],
  ['vue', 'From {first} to {last} here', ['{first}', '{last}']],
  ['vue', 'See @:common.more for {what} here', ['@:common.more', '{what}']],
  ['printf', 'Copied %s of %d files', ['%s', '%d']],
  ['printf', 'Copied %2$s of %1$d files', ['%2$s', '%1$d']],
  ['printf', '%d%% of %@ are done', ['%d', '%%', '%@']],
  ['printf', '%(user)s has %(size)d left', ['%(user)s', '%(size)d']],
  ['printf', 'There are %#@files@ here', ['%#@files@']],
  ['plain', 'Welcome to { -brand-name } dear { $user }', ['{ -brand-name }', '{ $user }']],
  ['icu', 'From {first} to {last, date} here', ['{first}', '{last, date}']],
  ['icu', 'Open <link>the {name} list</link> here', ['<link>', '</link>', '{name}']],
];

const CASES = TEXTS.flatMap(([syntax, text, codes]) =>
  codes.flatMap((code) =>
    (Object.keys(DAMAGE) as Damage[]).flatMap((damage) => {
      const by = DAMAGE[damage](code);
      return by === undefined
        ? []
        : [[damage, code, text, syntax, text.replace(code, by)] as const];
    }),
  ),
);

describe('damage', () => {
  it.each(CASES)('is an error: %s %s in %s', (_, _code, text, syntax, broken) => {
    expect(errors(text, text, { syntax })).toEqual([]);
    expect(errors(text, broken, { syntax })).not.toEqual([]);
  });

  it.each<[string, string, string, Partial<MessageContext>]>([
    ['conversions changed places', '%s of %d', '%d von %s', { syntax: 'printf' }],
    ['a sign stands for a doubled one', '%d%% of it', '%d % davon', { syntax: 'printf' }],
    ['a component is empty', 'Go <0>home</0> now', 'Geh <0></0> heim', {}],
    ['a link is empty', 'Go <a href="x">home</a>', 'Geh heim <a href="x"></a>', {}],
    ['a component is in another', '<0>a</0> <1>b</1>', '<0>a <1>b</1></0>', {}],
    ['a tag is not closed', 'Go <b>home</b>', 'Geh <b>heim', {}],
    [
      'a key is translated',
      '{g, select, male {he} other {they}}',
      '{g, select, mann {er} other {sie}}',
      { syntax: 'icu' },
    ],
    [
      'a key is lost',
      '{g, select, male {he} female {she} other {they}}',
      '{g, select, male {er} other {sie}}',
      { syntax: 'icu' },
    ],
    ['a custom one is lost', 'Buy @@item@@ now', 'Jetzt kaufen', { custom: OWN() }],
  ])('is an error where %s', (_, source, target, extra) => {
    expect(errors(source, target, extra)).not.toEqual([]);
  });

  it.each<[string, string, string, Partial<MessageContext>]>([
    ['equal conversions change places', '%s of %s', '%s von %s', { syntax: 'printf' }],
    ['numbered ones change places', '%1$s of %2$d', '%2$d von %1$s', { syntax: 'printf' }],
    ['a percent sign is no placeholder', '100 % sure, 5% so', '100 % sicher, 5% so', {}],
    ['an address is another', 'See https://x.org/en', 'Siehe https://x.org/de', {}],
    [
      'an address is encoded',
      'See https://x/%20a%20s',
      'Siehe https://x/%20b',
      { syntax: 'printf' },
    ],
    ['prose is translated', 'Use <none> or <your name>', '<keine> oder <dein Name>', {}],
    ['elements are spoken of', 'The <title> of it', 'Der Titel davon', {}],
    ['a link has another target', '[docs](https://x/en)', '[Doku](https://x/de)', {}],
    ['formatting differs', 'Go <b>home</b><br>now', 'Geh <strong>heim</strong> jetzt', {}],
    ['Laravel writes a capital', 'The :attribute is', ':Attribute ist', {}],
    ['there are times and colons', 'At 10:30 note:foo a::b {x}', 'Um 10:30 Merke:das {x}', {}],
    [
      'an arm is not used',
      '{n, plural, one {{name} has one} other {# in all}}',
      '{n, plural, other {# ぜんぶ}}',
      { syntax: 'icu', target: 'ja' },
    ],
    [
      'two plurals are of one argument',
      '{n, plural, one {# file} other {# files}} {n, plural, one {is} other {are}} new',
      '{n, plural, one {# Datei} other {# Dateien}} {n, plural, one {ist} other {sind}} neu',
      { syntax: 'icu' },
    ],
    ['a term is written otherwise', 'Buy Brand', 'Kauf Marke', { custom: OWN() }],
  ])('is none where %s', (_, source, target, extra) => {
    expect(errors(source, target, extra)).toEqual([]);
  });
});

function OWN(): NonNullable<MessageContext['custom']> {
  return { placeholders: [/@@\w+@@/gu], keep: /\bBrand\b/gu };
}

const human = join(import.meta.dirname, '../../../shared/corpora/human');
/** Projects whose placeholders are told by one pattern, and a source file of each. */
const PROJECTS: readonly (readonly [MessageSyntax, string, RegExp])[] = [
  ['i18next', 'Kareadita+Kavita/UI/Web/src/assets/langs/en.json', /\{\{\w+\}\}/g],
  ['plain', 'Laravel-Lang+lang/locales/de/json.json', /(?<![\w:]):[a-z_]{2,}\b/g],
  ['icu', 'zulip+zulip-mobile/static/translations/messages_de.json', /\{\w+\}/g],
  ['vue', 'VueTorrent+VueTorrent/src/locales/en.json', /\{\w+\}/g],
  ['printf', 'mailcow+mailcow-dockerized/data/web/lang/lang.en-gb.json', /%[sd](?!\w)/g],
];

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const MOST_TEXTS = 300;

if (!existsSync(human)) console.info('No corpora beside the repository: damage is done to rows.');

describe.runIf(existsSync(human))('damage in texts of public projects', () => {
  it.each(PROJECTS)('is found: %s, %s', (syntax, file, pattern) => {
    const texts = textsIn(JSON.parse(readFileSync(join(human, file), 'utf8')));
    let made = 0;
    const missed: string[] = [];
    for (const text of texts.filter((one) => !one.includes('|')).slice(0, 5000)) {
      const [code] = text.match(pattern) ?? [];
      if (code === undefined || text.includes(', plural,') || made > MOST_TEXTS * 4) continue;
      for (const damage of Object.keys(DAMAGE) as Damage[]) {
        const by = DAMAGE[damage](code);
        if (by === undefined) continue;
        made += 1;
        const broken = text.replace(code, by);
        if (errors(text, broken, { syntax }).length === 0) missed.push(`${damage} ${text}`);
      }
    }
    expect(made).toBeGreaterThan(20);
    expect(missed.length / made, missed.slice(0, 5).join('\n')).toBeLessThan(0.02);
  });
});
