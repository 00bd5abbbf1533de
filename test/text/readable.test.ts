import { FluentBundle, FluentResource } from '@fluent/bundle';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import { doublesApostrophes, validate, type MessageContext } from '../../src/text/index.js';
import { context } from './context.js';

const found = (source: string, target: string, extra: Partial<MessageContext>): string[] =>
  validate(source, target, context(extra)).flatMap(({ code, mild }) =>
    mild === true ? [] : [code],
  );

const MAIL = `Write to me{'@'}example.com`;

describe('a text that its library cannot read', () => {
  it.each<[MessageSyntax, string, string]>([
    ['vue', MAIL, 'Schreib an me@example.com'],
    ['vue', 'Ask {name}', 'Frag {name} @admin'],
    ['vue', 'The team', 'Das Team { x'],
    ['vue', 'The team', 'Das } Team'],
    ['vue', 'The team', 'Das Team {}'],
    ['vue', 'Hi @:name', 'Hallo @:'],
    ['vue', `Use {'{'} here`, 'Nimm { hier'],
    ['csharp-format', 'Hello {0}', 'Hallo {0} }'],
    ['csharp-format', 'Hello {0}', 'Hallo { 0}'],
    ['csharp-format', 'Set {{0}} to {0}', 'Setze {0} auf {{0}'],
    ['python-brace-format', 'Hello {name}', 'Hallo {name} {'],
    ['python-brace-format', 'Hello {name}', 'Hallo { name}'],
    ['perl-brace-format', 'Hello {name}', 'Hallo { name}'],
    ['nextcloud', 'Hello {name}', 'Hallo {name }'],
    ['c-format', '%d%% of %s', '%d%% von %s, 5 %ü'],
    ['c-format', 'All of %s', '100 % von %s'],
    ['c-format', '%s of %s', '%2$s von %s'],
    ['python-format', 'All of %(name)s', 'Alle von %(name)s (100%)'],
    ['php-format', 'All of %s', 'Alle von %s zu 5 %.'],
    ['printf', '%d percent of %s', '%d % von %s'],
    ['printf', '%1$s of %2$s', '%s von %s'],
    ['printf', '%1$s of %2$s', '%1$s von %s'],
    ['icu', 'Cannot read {0}', "L'hôte {0}"],
    ['icu', 'Cannot read {0} of {1}', "{0} n''a pas '{1}' lu"],
  ])('is an error: %s %s as %s', (syntax, source, target) => {
    const doubledApostrophes = true;
    expect(found(source, source, { syntax, doubledApostrophes })).not.toContain('unreadable-text');
    expect(found(source, target, { syntax, doubledApostrophes })).toEqual(['unreadable-text']);
  });

  it.each<[MessageSyntax, string, string]>([
    ['vue', MAIL, `Schreib an ich{'@'}example.com`],
    // The source cannot be read either: another library may be used.
    ['vue', 'me@example.com', 'ich@example.com'],
    ['vue', 'one | {n} files', 'eine | {n} Dateien'],
    ['csharp-format', 'Press {Enter}', 'Drücke {Enter} {'],
    ['csharp-format', '{0,-10:N2} and {{x}}', '{0,-10:N2} und {{y}}'],
    ['python-brace-format', '{0!r:>{1}} {{x}}', '{0!r:>{1}} {{y}}'],
    ['c-format', 'All 100% of it', 'Alle 100 % davon'],
    ['c-format', '%d%% of %s', '%d %% von %s'],
    ['c-format', '%d%% of %s', '%2$s: %1$d %%'],
    ['java-printf-format', '%s of %s', '%2$s von %s'],
    ['printf', '100% sure', '100 % sicher'],
    ['printf', '100% of %s', '100 % von %s'],
    ['printf', 'See https://x.org/a%20b %s', 'Siehe https://x.org/a%20b %s'],
    ['printf', '%1$s of %2$s', '%2$s: %1$s'],
    // Only where the file doubles its apostrophes.
    ['icu', 'Cannot read {0}', "L'hôte {0}"],
  ])('is none: %s %s as %s', (syntax, source, target) => {
    expect(found(source, target, { syntax })).not.toContain('unreadable-text');
  });
});

describe('the apostrophes of a Java file are doubled', () => {
  it.each([
    ['as its texts do', ["Can''t read {0}"], ['Nicht {0}'], true],
    ['as its translations do', ['Cannot read {0}', "Can't"], ["N''a pas lu {0}"], true],
    ['if nothing contradicts it', ['Cannot read {0}', "Can't"], ["N'a pas lu {0}"], true],
    ['as those beside arguments are', ["Can't read {0}", "{1}''s file {0}"], [], true],
    ['unless its program reads single ones', ["Can't read {0}"], ["N'a pas lu {0}"], false],
    ['unless single ones are beside arguments', ["{0}'s file"], ["N'a pas lu {0}"], false],
  ])('%s', (_, sources, targets, expected) => {
    expect(doublesApostrophes(sources, targets)).toBe(expected);
  });
});

/** What the libraries themselves show of a text with a name, `Ada`, and another text, `more`. */
const SHOWN: Readonly<Partial<Record<MessageSyntax, (text: string) => string>>> = {
  i18next: (text) => {
    const library = createInstance();
    const de = { translation: { text, more: 'weiter' } };
    void library.init({ lng: 'de', resources: { de }, initAsync: false });
    return library.t('text', { name: 'Ada' });
  },
  fluent: (text) => {
    const bundle = new FluentBundle('de', { useIsolating: false });
    const failed = bundle.addResource(new FluentResource(`text = ${text}\nmore = weiter\n`));
    const pattern = bundle.getMessage('text')?.value ?? '';
    const errors: Error[] = [];
    const shown = bundle.formatPattern(pattern, { name: 'Ada' }, errors);
    return [...failed, ...errors].length > 0 ? '' : shown;
  },
};

describe('i18next and Fluent judge as the rules do', () => {
  const good = { i18next: '{{name}}, $t(more)', fluent: '{ $name }, { more }' } as const;
  it.each<[keyof typeof good, string]>([
    ['i18next', '{{ name }}: $t(more)'],
    ['i18next', '$t(more) für {{name}}'],
    ['i18next', '$t( more ) für {{name}}'],
    ['i18next', '{{name}, $t(more)'],
    ['i18next', '{name}}, $t(more)'],
    ['i18next', '{ {name}}, $t(more)'],
    ['i18next', '{{name} }, $t(more)'],
    ['i18next', '{{Name}}, $t(more)'],
    ['i18next', '{{n ame}}, $t(more)'],
    ['i18next', '${name}, $t(more)'],
    ['i18next', '｛｛name｝｝, $t(more)'],
    ['i18next', '{{name}}, $t(mehr)'],
    ['i18next', '{{name}}, $t(more'],
    ['i18next', '{{name}}, $ t(more)'],
    ['i18next', '{{name}}, $t (more)'],
    ['i18next', '{{name}}, t(more)'],
    ['fluent', '{$name}: { more }'],
    ['fluent', '{ more } für { $name }'],
    ['fluent', '{ $name, { more }'],
    ['fluent', '$name }, { more }'],
    ['fluent', '{ $Name }, { more }'],
    ['fluent', '{ $ name }, { more }'],
    ['fluent', '{ name }, { more }'],
    ['fluent', '{ $name }, { mehr }'],
    ['fluent', '{ $name }, { -more }'],
    ['fluent', '%{name}, { more }'],
    ['fluent', '｛ $name ｝, { more }'],
  ])('%s: %s', (syntax, target) => {
    const shown = SHOWN[syntax]?.(target) ?? '';
    const isRight = /Ada/.test(shown) && /weiter/.test(shown) && !/[{}｛｝$%]/.test(shown);
    const codes = validate(good[syntax], target, context({ syntax })).map(({ code }) => code);
    expect(codes.length === 0, shown).toBe(isRight);
  });
});

const ONE = { category: 'one', ordinal: false } as const;
const OTHER = { category: 'other', ordinal: false } as const;

/** What other libraries call the count. */
const COUNTS = ['{count}', '{{count}}', '%{count}', '${count}', '%(count)d', '{{.Count}}'];

describe('a placeholder of another library', () => {
  it.each<[MessageSyntax, string]>([
    ['i18next', '{{count}}'],
    ['i18next-v3', '{{count}}'],
    ['rails', '%{count}'],
    ['go-i18n', '{{.Count}}'],
    ['printf', '%d'],
    ['c-format', '%d'],
    ['python-format', '%(count)d'],
    ['python-brace-format', '{count}'],
    ['nextcloud', '%n'],
    ['qt', '%n'],
    ['symfony', '%count%'],
  ])('is never the count of a plural form: %s', (syntax, own) => {
    const others = [...COUNTS, '%d', '{{n}}', '{{Count}}', '{ count'].filter((one) => one !== own);
    for (const plural of [ONE, OTHER]) {
      expect(found(`${own} files`, `${own} Dateien`, { syntax, plural })).toEqual([]);
      for (const other of others) {
        const target = `${other} Dateien`;
        expect(found(`${own} files`, target, { syntax, plural }), target).not.toEqual([]);
      }
    }
    expect(found('One file', `${own} Datei`, { syntax, plural: ONE })).toEqual([]);
  });

  it.each<[MessageSyntax, string, string]>([
    ['icu', 'Hello {name}', 'Hallo {name} %d'],
    ['icu', 'Hello {name}', 'Hallo ${name}'],
    ['icu', 'Hello {name}', 'Hallo %{name}'],
    ['icu', 'Hello {name}', 'Hallo {name} }'],
    ['icu', 'Hello {0}', 'Hallo { 0}'],
    ['arb', 'Hello {name}', 'Hallo {name} %1$s'],
    ['fluent', 'Hello { $name }', 'Hallo { $name } %(name)s'],
    ['fluent', 'Hello', 'Hallo %s'],
    ['qt', 'Hello %1', 'Hallo %1$s'],
    ['c-format', 'Hello %s', 'Hallo %s {name}'],
    ['mediawiki', 'Hello $1', 'Hallo $1 %s'],
    ['mediawiki', '{{PLURAL:$1|a|b}}', '{{PLURAL:|a|b}}'],
    ['mediawiki', '$1 {{PLURAL:$1|a|b}}', '$1 ｛｛PLURAL:$1|a|b｝｝'],
    [
      'mediawiki',
      '{{GENDER:$2|You}}, $1 {{GENDER:$2|your}}',
      '{{GENDER:$2|Du}}, $1 {{GENDER:$8|dein}}',
    ],
    [
      'mediawiki',
      '{{GENDER:$2|You}}, {{GENDER:$2|your}}',
      '{{GENDER:$2|Du}}, {{GENDER:$2 $2|dein}}',
    ],
    ['mediawiki', 'On {{SITENAME}}', 'Auf {{SEITENNAME}}'],
    ['fluent', '{ $n ->\n [one] a\n*[other] b\n}', '{ $n ->\n [eins] a\n*[other] b\n}'],
  ])('is an error: %s %s as %s', (syntax, source, target) => {
    expect(found(source, target, { syntax })).not.toEqual([]);
  });

  it.each<[MessageSyntax, string, string]>([
    ['icu', 'It costs {sum} $', 'Es kostet ${sum}'],
    ['icu', '{share}% of it', '%{share}'],
    ['icu', '{n, plural, other {{name} has #{unit}}}', '{n, plural, other {{name} hat #{unit}}}'],
    ['arb', 'Nearly 50%', '50 %d’eau'],
    ['i18next', 'Use %d here', 'Nimm hier %d'],
    ['i18next', 'Half of it', '50%de'],
    ['qt', 'See https://x.org/%7Bid%7D', 'Siehe https://x.org/%7Bid%7D'],
  ])('is none: %s %s as %s', (syntax, source, target) => {
    expect(found(source, target, { syntax })).toEqual([]);
  });
});

describe('what is left of a placeholder', () => {
  it.each(['％d Datei', '% d Datei', 'd Datei', '%1 $d Datei'])(
    'is no count in words: %s',
    (target) => {
      expect(found('%d file', target, { syntax: 'printf', plural: ONE })).not.toEqual([]);
      expect(found('%d file', 'Eine Datei', { syntax: 'printf', plural: ONE })).toEqual([]);
      expect(found('%s video', 'Én video', { syntax: 'printf', plural: ONE })).toEqual([]);
    },
  );

  it.each<[MessageSyntax, string, string]>([
    ['i18next', '{{count}} file', '{{count} Datei'],
    ['i18next', '{{count}} file', '{count}} Datei'],
    ['i18next', '{{count}} file', '｛｛count｝｝ Datei'],
    ['i18next', 'From {{name}}', 'Von {{na me}}'],
    ['rails', '%{count} file', '%{count Datei'],
    ['rails', '%{count} file', '％｛count｝ Datei'],
    ['plain', 'Hello {0}', 'Hallo { 0}'],
    ['c-format', 'All %d', 'Alle % d'],
  ])('is an error: %s %s as %s', (syntax, source, target) => {
    expect(found(source, target, { syntax, plural: ONE })).toEqual(['placeholder-mismatch']);
  });
});

describe('what is left of a tag', () => {
  it.each<[string, string, boolean]>([
    ['A <b>good</b> day', 'Ein ＜b＞guter＜/b＞ Tag', true],
    ['A<br>good<br />day', 'Ein<br guter<br />Tag', true],
    ['A<br>good<br />day', 'Ein guter<br />Tag <3', false],
    ['A <b>good</b> day', 'Ein &lt;b&gt;guter&lt;/b&gt; Tag', true],
    ['A <b>good</b> day', 'Ein <хороший>guter</хороший> Tag', true],
    ['A <b id="x">good</b> day', 'Ein <b id=„x“>guter</b> Tag', true],
    ['10&nbsp;km', '10& nbsp;km', true],
    ['Say "no"', 'Sag & quot;nein＆quot;', true],
    ['Rock & Roll; more', 'Rock & Roll; mehr', false],
    ['< Hidden >', '< Piilotettu >', false],
    ['<Unknown>', '< desconocido >', false],
    ['An <Import> occurs', 'Ein < Import> ist da', true],
    ['At most 9, must be < Jmax', '最大 9，必須<Jmax', false],
    ['A <b>good</b> day', 'Ein guter Tag', false],
    ['A <b>good</b> day', 'Ein <b>guter</b> Tag &lt; heute', false],
    ['A <b>good</b> &lt;b&gt; day', 'Ein <b>guter</b> &lt;b&gt; Tag', false],
  ])('is an error: %s as %s: %s', (source, target, isError) => {
    const codes = found(source, target, { syntax: 'i18next' });
    expect(codes).toEqual(isError ? ['markup-mismatch'] : []);
  });
});

describe('an escape that is shown as written', () => {
  it.each<[string, string, boolean]>([
    ['One\nTwo', 'Eins\\nZwei'.replace('Zwei', ' Zwei'), true],
    ['Say "no"', 'Sag \\"nein\\"', true],
    ['Tom &amp; Ann', 'Tom &amp;amp; Ann', true],
    ['In C:\\new', 'In C:\\neu', false],
    ['Tom &amp; Ann', 'Tom &amp; Anna', false],
    ['Rock & Roll; more', 'Rock & Roll; mehr', false],
  ])('is reported: %s as %s: %s', (source, target, isReported) => {
    const codes = found(source, target, { syntax: 'plain' });
    expect(codes).toEqual(isReported ? ['forbidden-characters'] : []);
  });
});

describe('a text of Fluent that refers to itself is shown as its name', () => {
  it.each<[string, string, string, boolean]>([
    ['-brand', 'Firefox', '{ -brand(case: "genitive") }', true],
    ['save', 'Save', 'Uložit { save }', true],
    ['save.title', 'Save', '{ $n ->\n [one] { save.title }\n *[other] b\n}', true],
    ['save.title', 'Save', '{ save }', false],
    ['save', 'Save { save }', 'Uložit { save }', false],
  ])('%s = %s as %s: %s', (name, source, target, isError) => {
    const codes = found(source, target, { syntax: 'fluent', ownName: name });
    expect(codes).toEqual(isError ? ['placeholder-mismatch'] : []);
  });
});

describe('what people do on purpose', () => {
  it.each<[MessageSyntax, string, string, Partial<MessageContext>]>([
    ['plain', 'Done: {n}%', 'Tamam: %{n}', {}],
    ['vue', '3 skips to 30% of it', 'ugrás a 30%-a', {}],
    ['fluent', '{ $c ->\n *[low] a\n [up] A\n}', '{ $k ->\n *[x] a\n [y] b\n}', { ownName: '-x' }],
    [
      'fluent',
      '{ $n ->\n [0] none\n *[other] { $n } files\n}',
      '{ $n ->\n [0] keine\n *[andere] { $n } Dateien\n}',
      {},
    ],
    ['qt', 'Beyond 100% it is loud', "%100'ün üstü", {}],
    [
      'fluent',
      'Deleted { $n ->\n [one] it\n *[other] { $n } files\n} from { trash }',
      '{ $n ->\n [one] Smazáno\n *[other] Smazáno { $n }\n} z koše',
      {},
    ],
    ['i18next-v3', 'Use `__a__`: __b__ now', 'Nimm `__a__: __b__` jetzt', {}],
    ['printf', '$sendmail must be set', 'Das Programm fehlt', {}],
    ['printf', '- ${cut:max,text}: %s', '- ${cut:max,texte} : %s', {}],
    ['printf', '- ${name}: the variable', '- ${nom} : la variable', {}],
    ['printf', 'By %1$@, and %ld more', 'Par %1$@ et un', { plural: ONE }],
    ['csharp-format', 'Random (repeat with {n})', 'Zufall', {}],
    ['printf', '%1$s votes', 'صوتين', { plural: { category: 'two', ordinal: false } }],
    ['icu', '{0} mo', '{0} {0,choice,0#Monate|1#Monat|1<Monate}', {}],
    ['icu', `See <a href="{0}/x">it</a>`, `Voir <a href=''{0}/x''>ici</a>`, {}],
    [
      'mediawiki',
      '{{PLURAL:$1|$1 hour}}',
      '{{PLURAL:$1|لا|واحدة|ساعتين|$1 س|$1 س}}',
      { target: 'ar' },
    ],
    [
      'icu',
      'from the <x id="START_LINK"/>list<x id="CLOSE_LINK"/>',
      `dall'<x id="START_LINK"/>elenco<x id="CLOSE_LINK"/>`,
      { inline: 'xliff' },
    ],
    [
      'icu',
      'match <x id="START_EMPHASISED_TEXT"/>all<x id="CLOSE_EMPHASISED_TEXT"/> of it',
      'ALLES davon',
      { inline: 'xliff' },
    ],
  ])('is no error: %s %s as %s', (syntax, source, target, extra) => {
    expect(found(source, target, { syntax, ...extra })).toEqual([]);
  });

  it.each<[MessageSyntax, string, string, Partial<MessageContext>]>([
    ['plain', 'Hello {name}', 'Hallo { name}', {}],
    ['printf', '$sendmail must be set', '$senmail fehlt', {}],
    ['icu', 'See {name}', 'Siehe {name} ${name}', {}],
    ['fluent', 'See { $name }', 'Siehe { $name } %{name}', {}],
    ['fluent', 'See { $name }', 'Siehe { $name } ${name}', {}],
    ['fluent', 'See { hello }', 'Siehe { hallo }', {}],
    ['printf', 'See %s', 'Siehe ${name} %s', {}],
    ['qt', 'Beyond 100% it is loud', 'Über %20 ist es laut', {}],
    ['qt', '%1 speaks', '%1$s이 말합니다', {}],
    ['fluent', 'Deleted { $n } from { trash }', 'Smazáno z koše', {}],
    ['fluent', 'Deleted from { -trash }', 'Smazáno z koše', {}],
    ['laravel', 'Hello :name', 'Hallo \\:name', {}],
    [
      'etherpad',
      'By {{n}} {[plural(n) one: a, other: b]}',
      'Von \\{{n}} {[plural(n) other: a]}',
      {},
    ],
    ['symfony', '{1} one|]1,Inf[ %count% tags', '{1} eins|]1,Inf[ {{count}} Tags', {}],
    ['printf', '%1$d of %2$d codes', 'von %2$d Codes', { plural: OTHER }],
    ['i18next', '{{count}} of {{n}} codes', 'einer von den Codes', { plural: ONE }],
    ['csharp-format', 'Use {path}', 'Nimm {pfad}', {}],
    ['symfony', '%percent%% used', '%prozent%% belegt', {}],
    ['fluent', '{ $c ->\n *[low] a\n [up] A\n}', '{ $k ->\n *[x] a\n [y] b\n}', {}],
    ['mediawiki', '{{PLURAL:$1|$1 hour|$1 hours}}', '{{PLURAL:$1|시간|$1 시간}}', { target: 'ko' }],
    ['icu', `<a target='_blank' href='x'>here</a>`, 'hier', {}],
    ['mediawiki', 'See [https://a.org/MyX it]', 'Siehe [https://evil.test/MyX es]', {}],
  ])('is not this: %s %s as %s', (syntax, source, target, extra) => {
    expect(found(source, target, { syntax, ...extra })).toHaveLength(1);
  });
});

describe('one fault', () => {
  it.each<[MessageSyntax, string, string, Partial<MessageContext>]>([
    ['plain', 'Hi <b>x</b>', 'Hi <script>x</script>', {}],
    ['plain', 'Hi', 'Hallo <script src="https://evil.org/x.js"></script>', { hosts: [] }],
    ['plain', 'Hi <b>x</b>', 'Hi &lt;b&gt;x', {}],
    ['plain', '{% if a %}A{% endif %}', 'A{% endif %}', {}],
    ['icu', 'Hi {0}', "L'hôte {0}", { doubledApostrophes: true }],
    ['csharp-format', 'Hi {0}', 'Hallo { 0}', {}],
  ])('is one finding: %s %s as %s', (syntax, source, target, extra) => {
    expect(found(source, target, { syntax, ...extra })).toHaveLength(1);
  });
});

describe('hosts that the config allows', () => {
  const links = (target: string, hosts?: readonly string[]): string[] =>
    found('See https://acme.org/x', target, { syntax: 'plain', ...(hosts && { hosts }) });

  it.each<[string, readonly string[] | undefined, boolean]>([
    ['Siehe https://other.org/x', undefined, true],
    ['Siehe https://other.org/x', ['other.org'], false],
    ['Siehe https://docs.other.org/x', ['other.org'], true],
    ['Siehe https://docs.other.org/x', ['*.other.org'], false],
    ['Siehe https://acme.org/x', [], false],
    ['Siehe https://evil.de/x', ['other.org'], true],
    ['Siehe https://acme.org/x und https://evil.de', ['other.org'], true],
  ])('%s with %j: %s', (target, hosts, isError) => {
    expect(links(target, hosts)).toEqual(isError ? ['markup-mismatch'] : []);
  });
});
