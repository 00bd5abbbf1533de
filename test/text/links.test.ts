import { describe, expect, it } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import { isSound, validate } from '../../src/text/index.js';
import { context } from './context.js';

const problem = (source: string, target: string, syntax: MessageSyntax = 'plain'): string => {
  const found = isSound(source, target, context({ syntax }));
  return found === undefined ? '' : `${found.mild === true ? 'mild: ' : ''}${found.message}`;
};

const problemsOf = (source: string, target: string, syntax: MessageSyntax): readonly string[] =>
  validate(source, target, context({ syntax })).flatMap(({ mild, message }) =>
    mild === true ? [] : [message],
  );

describe('code that the source has not', () => {
  it.each([
    ['<b>Hi</b>', '<b onclick="x()">Hallo</b>', 'onclick is not in the source'],
    ['<b>Hi</b>', '<b/OnMouseOver=x()>Hallo</b>', 'onmouseover is not in the source'],
    ['Hi', 'Hallo<img src=x onerror=alert(1)>', 'onerror is not in the source'],
    ['Hi', 'Hallo <svg/onload=alert(1)>', 'onload is not in the source'],
    ['Hi', 'Hallo<script>x()</script>', '<script> is not in the source'],
    ['Hi', 'Hallo <iframe src="/x"></iframe>', '<iframe> is not in the source'],
    [
      '<a href="/x">Hi</a>',
      '<a href="javascript:x()">Hallo</a>',
      '"javascript" is not in the source',
    ],
    [
      '<a href="/x">Hi</a>',
      "<a href=' java\nscript&colon;x()'>Hallo</a>",
      '"javascript" is not in the source',
    ],
    ['[Hi](/x)', '[Hallo](javascript:x)', '"javascript" is not in the source'],
    [
      '<a href="/x">Hi</a>',
      '<a href="data:text/html,x">Hallo</a>',
      '"data:text/html" is not in the source',
    ],
  ])('%s: %s', (source, target, message) => {
    for (const syntax of ['plain', 'icu', 'i18next', 'rails'] as const) {
      expect(problemsOf(source, target, syntax)).toContain(message);
    }
  });

  it('is known if the source has it', () => {
    expect(problem('<a onclick="go()">Go</a>', '<a onclick="go()">Los</a>')).toBe('');
    expect(problem('Run <script>', 'Starte <script>')).toBe('');
  });
});

describe('attributes', () => {
  it.each([
    ['<a id="x" href="/a">A</a>', '<a href="/a">B</a>', 'missing id="x" in <a>'],
    ['<i data-n="1">A</i>', '<i data-n="2">B</i>', 'missing data-n="1" in <i>'],
    ['<Link to="home">A</Link>', '<Link to="heim">B</Link>', 'missing to="home" in <Link>'],
    ['<a href="/a">A</a>', '<a href="">B</a>', 'href in <a> is empty'],
    ['<a href="/a">A</a>', '<a>B</a>', 'href in <a> is empty'],
    ['<a href="/a">A</a>', '<a lien="/a">B</a>', 'href in <a> is empty'],
    [
      '<a href="javascript:a()">A</a>',
      '<a href="javascript:b()">B</a>',
      '"javascript" is not in the source',
    ],
    ['<a href="/a" title="T">A</a>', "<a title='U' target=_blank href='/a'>B</a>", ''],
    ['<p dir="ltr">A</p>', '<p lang="he" dir="rtl">B</p>', ''],
    ['<xliff:g id="n">%d</xliff:g> a', '<xliff:g id="m">%d</xliff:g> b', ''],
  ])('%s: %s', (source, target, message) => {
    expect(problem(source, target)).toBe(message);
  });
});

describe('a link that is written as nobody reads it', () => {
  it.each<[MessageSyntax, string, string]>([
    ['plain', 'See https://a.com/x', 'Siehe https: //a.com/x'],
    ['plain', 'See https://a.com/x', 'Siehe https：//a.com/x'],
    ['plain', '[Log](https://a.com)', '[Log] (https://a.com)'],
    ['rails', '[Log](%{url})', '[Log] (%{url})'],
    ['plain', '[Log](https://a.com)', '[Log](https://a.com'],
    ['plain', '[Log](https://a.com)', '(Log)[https://a.com]'],
    ['mediawiki', '[https://a.com log]', '[Log https://a.com]'],
    ['mediawiki', '[$1 log]', '[Log $1]'],
    ['mediawiki', '[$1 log]', '[$1 Log'],
    ['mediawiki', '[[Log|log]]', '[[Log|Log]'],
    ['mediawiki', 'See [[$2|the page]]', 'Siehe [[$8|die Seite]]'],
    ['mediawiki', 'See [[$2|the page]]', 'Siehe [[|die Seite]]'],
    ['mediawiki', '[https://a.com/wiki/Conventions x]', '[https://a.com/wiki/Conventi x]'],
    [
      'mediawiki',
      '[https://a.com/x log] [https://b.com b]',
      '[Log](https://a.com/x) [https://b.com b]',
    ],
    ['mediawiki', '[https://a.com/x log]', '[https://a.com/xLog hier]'],
    ['mediawiki', 'See [https://a.com/x the log]', 'Siehe Log'],
    ['mediawiki', '[[Special:Dashboard|here]]', '[[Special:Dashboar|hier]]'],
    ['plain', 'See <a href="https://www.a.org/x">it</a>', '<a href="https://www.a.or/x">Das</a>'],
    ['plain', 'See <a href="https://a.io/x">it</a>', '<a href="https://a.i/x">Das</a>'],
    [
      'plain',
      '<a href="https://a.com/people">https://a.com/people</a>',
      '<a href="https://a.com/people">https://a.com/peop</a>',
    ],
  ])('%s: %s as %s', (syntax, source, target) => {
    expect(problem(source, target, syntax)).not.toBe('');
    expect(problem(source, source, syntax)).toBe('');
  });

  it.each<[MessageSyntax, string, string]>([
    ['plain', '[Log](https://a.com)', 'Das [Log](https://a.com) (neu)'],
    ['plain', 'See https://a.com/x', 'Siehe (https://a.com/x)'],
    ['plain', 'Log (https://a.com)', '[Log] (https://a.com)'],
    ['mediawiki', '[$1 log]', 'Log [1] von [$1 hier]'],
  ])('is none: %s: %s as %s', (syntax, source, target) => {
    expect(problem(source, target, syntax)).toBe('');
  });
});

describe('addresses', () => {
  const changed = (address: string): string => `the address ${address} is not in the source`;

  it.each([
    ['See https://a.com/x.', 'Siehe https://evil.net/x.', changed('https://evil.net/x')],
    ['See https://a.com/x.', 'Siehe https://a.com/y.', changed('https://a.com/y')],
    ['See https://paypal.com', 'Siehe https://paypa1.com', changed('https://paypa1.com')],
    ['<a href="/privacy">A</a>', '<a href="/datenschutz">B</a>', changed('/datenschutz')],
    ['[A](https://a.com/x)', '[B](https://b.com/x)', changed('https://b.com/x')],
    ['See https://a.com/help', 'Siehe https://b.net/hilfe', changed('https://b.net/hilfe')],
    ['Ask me@a.com', 'Frag me@b.com', changed('me@b.com')],
    [
      '<a href="https://a.com/x">A</a>',
      '<a href="https://b.net/x">https://a.com/x</a>',
      changed('https://b.net/x'),
    ],
    ['See https://a.com/x', 'Siehe <a href="https://b.net/x">hier</a>', changed('https://b.net/x')],
    ['See https://a.com/p/{n}', 'Siehe https://b.net/p/{n}', changed('https://b.net/p/…')],
    ['See https://a.com/gems/{n}', 'Siehe https://a.com/ge/{n}', changed('https://a.com/ge/…')],
    ['See https://a.com/pages', 'Siehe https://a.com/pag', changed('https://a.com/pag')],
    ['See https://a.com/guide/x', 'Siehe https://a.com/gui/x', changed('https://a.com/gui/x')],
    [
      'See https://a.org/wiki/Special:Page',
      'Siehe https://a.org/wiki/Spec:Page',
      changed('https://a.org/wiki/Spec:Page'),
    ],
    ['See https://docs.a.com', 'Siehe https://doc.a.com', changed('https://doc.a.com')],
    [
      '<a href="https://your.site/">A</a>',
      '<a href="https://b.com">B</a>',
      changed('https://b.com'),
    ],
  ])('that lead elsewhere: %s → %s', (source, target, message) => {
    for (const syntax of ['plain', 'icu', 'vue'] as const)
      expect(problem(source, target, syntax)).toBe(message);
  });

  it.each([
    ['another protocol, slash, part', 'http://www.a.com/x/', 'https://a.com/x#teil'],
    ['the language in the path', 'https://a.com/en/x', 'https://a.com/de/y'],
    ['the language of the source left out', 'https://a.com/en/x', 'https://a.com/x'],
    ['the language as a parameter', 'https://a.com/x', 'https://a.com/x?hl=de'],
    ['the language of a licence', 'https://a.org/by/4.0/', 'https://a.org/by/4.0/deed.de'],
    [
      'a wiki in the language',
      'https://en.wikipedia.org/wiki/Tea',
      'https://de.wikipedia.org/wiki/Tee',
    ],
    ['a title in a wiki', 'https://wiki.a.org/wiki/Help', 'https://wiki.a.org/wiki/Hilfe'],
    ['a namespace of a wiki', 'https://a.org/wiki/File:A.svg', 'https://a.org/wiki/Fil:A.svg'],
    ['a shorter title in a wiki', 'https://a.org/wiki/Routes', 'https://a.org/wiki/Route'],
    ['the site of the country', 'https://a.com/x', 'https://a.de/x'],
    ['another host of the site', 'https://forum.a.co.uk/', 'https://hilfe.a.co.uk/'],
    ['mail of the country', 'me@a.com', 'me@a.de'],
    ['another mailbox', 'help@a.com', 'hilfe@a.com'],
    ['an example', 'https://example.com/pic', 'https://beispiel.org/bild'],
  ])('may be of %s', (_, source, target) => {
    expect(problem(`See ${source} now`, `Siehe ${target} jetzt`)).toBe('');
  });

  it.each([
    ['https://a.com/help', 'https://a.com/hilfe', 'a text that is nothing else'],
    ['https://a.com/help', 'https://b.com/', 'another site in it'],
    ['Ask ada@mail.org', 'Frag eva@post.org', 'an example of mail'],
    ['Such as https://yourname.com/x', 'Etwa https://deinname.com/y', 'an example in words'],
    ['eg. gus@truffles.com', 'ex gus@telia.com', 'an example in a field'],
    ['https://a.com is it', 'https://a.com, erklärt auf https://b.com', 'one more'],
  ])('are a choice: %s → %s (%s)', (source, target) => {
    expect(problem(source, target)).toMatch(/^mild: the address/);
  });
});

describe('the order of tags', () => {
  it.each([
    ['<p>a</p><p>b</p>', '<p>a</p>b<p></p>', ''],
    ['a <p>b</p>', 'a </p>b<p>', 'the tags are not nested correctly'],
    ['<ul><li>a</li></ul>', '<li><ul>a</ul></li>', '<li> is inside <ul>'],
    ['<p><a href="x">a</a></p>', '<a href="x"><p>a</p></a>', '<a> is inside <p>'],
    ['<b><i>a</i></b>', '<i><b>a</b></i>', ''],
    ['<a href="x"><b>a</b></a>', '<b><a href="x">a</a></b>', ''],
  ])('%s: %s', (source, target, message) => {
    expect(problem(source, target)).toContain(message);
    if (message === '') expect(problem(source, target)).toBe('');
  });
});
