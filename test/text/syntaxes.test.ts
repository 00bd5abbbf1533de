import { describe, expect, it } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import { prepare, validate } from '../../src/text/index.js';
import { context, translate } from './context.js';

const sent = (syntax: MessageSyntax, text: string, target = 'de'): readonly string[] =>
  prepare(text, context({ syntax, target }), 'element').texts;

const found = (syntax: MessageSyntax, source: string, target: string, locale = 'de'): string[] =>
  validate(source, target, context({ syntax, target: locale })).map(({ code }) => code);

describe('what is sent', () => {
  it.each<[MessageSyntax, string, readonly string[]]>([
    [
      'mediawiki',
      'Upload {{PLURAL:$1|a file|$1 files}}',
      ['Upload <x id="0"/>', 'a file', '3 files'],
    ],
    ['mediawiki', '{{GENDER:$1|He|She}} left', ['<x id="0"/> left', 'He', 'She']],
    [
      'mediawiki',
      'See [[Help:Upload|the help]] of {{SITENAME}}',
      ['See <x id="0"/> of <x id="1"/>', 'the help'],
    ],
    ['mediawiki', '{{PLURAL:$1', ['{{PLURAL:<x id="0"/>']],
    [
      'symfony',
      '{0} Nothing|{1} One file|]1,Inf[ %count% files of %name%',
      ['Nothing', 'One file', '3 files of <x id="1"/>'],
    ],
    [
      'laravel',
      '{0} None|[1,19] Some for :name|[20,*] Many',
      ['None', 'Some for <x id="0"/>', 'Many'],
    ],
    ['laravel', '[1] one|{2,4} :name and few|[5,*] many', ['one', '<x id="0"/> and few', 'many']],
    ['laravel', '[*,-1] less|[0] none|[1,*] more', ['less', 'none', 'more']],
    ['laravel', '[1] a footnote', ['[1] a footnote']],
    ['polyglot', '%{smart_count} file |||| %{smart_count} files', ['1 file', '3 files']],
    ['vue', 'no files | one file | {n} files', ['no files', 'one file', '3 files']],
    [
      'etherpad',
      '{{num}} open {[plural(num) one: pad, other: pads ]}',
      ['<x id="0"/> open <x id="1"/>', '1 pad', '3 pads'],
    ],
    ['go-i18n', 'Hello {{.Name}}', ['Hello <x id="0"/>']],
    ['angular-translate', 'Remove {%name%}?', ['Remove <x id="0"/>?']],
    ['i18next-v3', 'Hello __name__', ['Hello <x id="0"/>']],
    ['nextcloud', 'Shared %n files', ['Shared <x id="0"/> files']],
    ['qt', '%1d %2h of 10%', ['<x id="0"/>d <x id="1"/>h of 10%']],
    ['qt', '%1x%2 px, IPv4:port', ['<x id="0"/>x<x id="1"/> px, IPv4:port']],
    ['qt', '%Ln file(s), %n left (a%2Fb)', ['<x id="0"/> file(s), <x id="1"/> left (a%2Fb)']],
    [
      'wix',
      'Fault [2].{{ Code [3].}} !(loc.A) [\\[]',
      ['Fault <x id="0"/>.<x id="1"/> Code <x id="2"/>.<x id="3"/> <x id="4"/>'],
    ],
    ['nodebb', '%1 wrote in [[global:home]]', ['<x id="0"/> wrote in <x id="1"/>']],
    [
      'inlang',
      'Hi {name}, {#b href=|}|}one{/b} | \\{two\\}',
      ['Hi <x id="0"/>, <x id="1"/>one<x id="2"/> | <x id="3"/>two<x id="4"/>'],
    ],
    ['chrome', 'Pay $$5 to $1', ['Pay <x id="0"/>5 to <x id="1"/>']],
    ['chrome', 'Applies to $what$ and $1', ['Applies to <x id="0"/> and <x id="1"/>']],
    [
      'icu',
      'There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files}.',
      ['There <x id="0"/>.', 'are no files', 'is one file', 'are <x id="0"/> files'],
    ],
    ['plain', 'a {0,choice,none} b', ['a <x id="0"/> b']],
    ['arb', "Don't open {name}'s file", ['Don\'t open <x id="0"/>\'s file']],
  ])('%s: %s', (syntax, text, expected) => {
    expect(sent(syntax, text)).toEqual(expected);
  });
});

describe('what is written', () => {
  it.each<[MessageSyntax, string, string, string]>([
    [
      'mediawiki',
      'de',
      'Upload {{PLURAL:$1|a file|$1 files}}',
      'UPLOAD {{PLURAL:$1|A FILE|$1 FILES}}',
    ],
    [
      'plain',
      'pl',
      'Found {0,choice,0#none|1#a file|1<{0} files}',
      'FOUND {0,choice,0#NONE|1#A FILE|1<{0} FILES}',
    ],
    ['mediawiki', 'ja', '{{PLURAL:$1|a file|$1 files}}', '{{PLURAL:$1|$1 FILES}}'],
    ['mediawiki', 'pl', '{{PLURAL:$1|a file|$1 files}}', '{{PLURAL:$1|A FILE|$1 FILES|$1 FILES}}'],
    ['symfony', 'pl', 'one|%count% files', 'ONE|%count% FILES|%count% FILES'],
    [
      'symfony',
      'pl',
      '{0} no|]0,Inf[ %count% files',
      '{0} NO|%count% FILES|%count% FILES|%count% FILES',
    ],
    ['symfony', 'de', '{0} no|]0,Inf[ %count% files', '{0} NO|%count% FILES|%count% FILES'],
    ['symfony', 'de', '{0} no|]1,Inf[ %count% files', '{0} NO|]1,Inf[ %count% FILES'],
    ['laravel', 'he', 'one|:count files', 'ONE|:count FILES'],
    [
      'laravel',
      'pl',
      '[0] none|[1,19] some|{20,*} :count things',
      '[0] NONE|[1,19] SOME|{20,*} :count THINGS',
    ],
    ['polyglot', 'ja', '%{smart_count} file |||| %{smart_count} files', '%{smart_count} FILES'],
    ['vue', 'pl', 'one | {n} files', 'ONE | {n} FILES'],
    [
      'etherpad',
      'de',
      '{[plural(n) one: pad, other: pads ]} open',
      '{[plural(n) one: PAD, other: PADS ]} OPEN',
    ],
    ['arb', 'de', "It's {name}", "IT'S {name}"],
    ['nodebb', 'de', '%1 in [[a:b]]', '%1 IN [[a:b]]'],
  ])('%s in %s: %s', (syntax, target, text, expected) => {
    const upper = (part: string): string =>
      part.replace(/<[^>]*>|[^<]+/g, (one) => (one.startsWith('<') ? one : one.toUpperCase()));
    expect(translate(text, context({ syntax, target }), upper)).toBe(expected);
  });
});

const WRONG = ['placeholder-mismatch'];

describe('what is compared', () => {
  it.each<[MessageSyntax, string, string, string]>([
    ['mediawiki', 'de', '$1 {{PLURAL:$1|file|files}}', '{{PLURAL:$1|eine Datei|$1 Dateien}}'],
    ['mediawiki', 'ja', '{{PLURAL:$1|One file|$1 files}}', '$1個のファイル'],
    ['mediawiki', 'ru', '$1 {{PLURAL:$1|file|files}}', '$1 {{PLURAL:$1|файл|файла|файлов}}'],
    ['mediawiki', 'de', 'Add a file', '{{#FORMAL:Füge|Fügen Sie}} eine Datei hinzu'],
    ['mediawiki', 'fr', 'A user of $1', '{{GENDER:$1|Un|Une}} de $1'],
    [
      'symfony',
      'pl',
      '{1}One|]1,Inf[%count% files',
      '{1}Jeden|[2,4]%count% pliki|]4,Inf[%count% plików',
    ],
    ['laravel', 'de', 'The :attribute is wrong', ':Attribute ist falsch'],
    [
      'polyglot',
      'pl',
      '%{smart_count} file |||| %{smart_count} files',
      '%{smart_count} plik |||| %{smart_count} pliki |||| %{smart_count} plików',
    ],
    ['vue', 'de', 'no {x} | one {x} | {n} {x}', 'kein {x} | ein {x} | {n} {x}'],
    [
      'etherpad',
      'pl',
      '{{n}} {[plural(n) one: pad, other: pads ]}',
      '{{n}} {[plural(n) one: a, few: b, many: c, other: d ]}',
    ],
    ['arb', 'fr', "It's {name}'s", "C'est l'{name}"],
  ])('%s in %s: %s and %s agree', (syntax, locale, source, target) => {
    expect(found(syntax, source, target, locale)).toEqual([]);
  });

  it.each<[MessageSyntax, string, readonly string[]]>([
    [
      'mediawiki',
      '{{PLURAL:$1|one of $2|$1 of $2}}',
      [
        '{{PLURAL:$1|eins|$1 von $2}}',
        '{{PLURAL:$1|eins von $2|viele von $2}}',
        '{{PLURAL:$1|eins von $3|$1 von $2}}',
        '{{PLURAL:$1|eins von $2|$1 $1 von $2}}',
        '{{PLURAL:$1|eins von $2|$1 von $2 $2}}',
      ],
    ],
    [
      'symfony',
      '{1} one %name%|]1,Inf[ %count% %name%',
      [
        '{1} ein|]1,Inf[ %count% %name%',
        '{1} ein %name%|]1,Inf[ %name%',
        '{1} ein %wort%|]1,Inf[ %count% %name%',
        '{1} ein %name%|]1,Inf[ %count% %count% %name%',
      ],
    ],
    [
      'laravel',
      'The :attribute of :count',
      ['Das von :count', ':wert von :count', ':attribute :attribute von :count'],
    ],
    [
      'polyglot',
      '%{smart_count} in %{x} |||| %{smart_count} of %{x}',
      [
        '%{smart_count} in |||| %{smart_count} von %{x}',
        '%{smart_count} in %{x} |||| viele von %{x}',
        '%{smart_count} in %{y} |||| %{smart_count} von %{x}',
      ],
    ],
    [
      'vue',
      'one {x} | {n} {x}',
      ['ein | {n} {x}', 'ein {x} | viele {x}', 'ein {y} | {n} {x}', 'ein {x} | {n} {x} {x}'],
    ],
    [
      'etherpad',
      '{{x}} {[plural(n) one: a, other: b ]}',
      ['{[plural(n) one: a, other: b ]}', '{{y}} {[plural(n) one: a, other: b ]}'],
    ],
    ['go-i18n', 'Hi {{.Name}}', ['Hallo', 'Hallo {{.Wort}}', 'Hallo {{.Name}} {{.Name}}']],
    ['angular-translate', 'Hi {%name%}', ['Hallo', 'Hallo {%wort%}', 'Hallo {%name%} {%name%}']],
    ['i18next-v3', 'Hi __name__', ['Hallo', 'Hallo __wort__', 'Hallo __name__ __name__']],
    ['i18next-v3', '__name__', ['__name__ __größe__', '__übersetzt__']],
    [
      'nextcloud',
      '%n files of {user}',
      ['Dateien von {user}', '%n Dateien von {nutzer}', '%n %n Dateien von {user}'],
    ],
    ['qt', '%1d and %n', ['%n Tage', '%1 T und %2 und %n', '%1 T und %n %n', '%1 T']],
    [
      'wix',
      'Fault [2].{{ Code [3].}}',
      ['Fehler.{{ Code [3].}}', 'Fehler [2]. Code [3].', 'Fehler [Wort].{{ Code [3].}}'],
    ],
    ['nodebb', '%1 in [[a:b]]', ['in [[a:b]]', '%1 %1 in [[a:b]]', '%1 in [[a:c]]', '%1 in']],
    ['chrome', 'To $what$', ['Zu', 'Zu $wort$', 'Zu $what$ $what$']],
    ['arb', 'Hi {name}', ['Hallo', 'Hallo {wort}']],
    ['rails', 'Hi %{name}', ['Hallo', 'Hallo %{wort}', 'Hallo %{name} %{name}']],
  ])('%s: damage in %s is found', (syntax, source, targets) => {
    expect(targets.filter((target) => found(syntax, source, target).length === 0)).toEqual([]);
    for (const target of targets) expect(found(syntax, source, target)).toEqual(WRONG);
  });
});

it('reads what nobody closes in linear time', () => {
  for (const part of ['{{PLURAL:$1|', '[[a|', '{[plural(n) one:', '{{GENDER:$1|{{PLURAL:$1|']) {
    for (const syntax of ['mediawiki', 'etherpad'] as const) {
      const start = process.cpuUsage();
      sent(syntax, part.repeat(5_000));
      const { user } = process.cpuUsage(start);
      expect(user).toBeLessThan(3_000_000);
    }
  }
});
