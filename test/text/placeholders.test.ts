import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import { prepare } from '../../src/text/index.js';
import { scanPlaceholders } from '../../src/text/scan/placeholders.js';
import { context, translate } from './context.js';

const names = (text: string, syntax: MessageSyntax = 'plain'): string[] =>
  scanPlaceholders(text, syntax).map((span) => text.slice(span.start, span.end));

describe('placeholders', () => {
  it.each<[MessageSyntax, string, string[]]>([
    ['plain', 'Hi {name}, {0} and {}', ['{name}', '{0}', '{}']],
    ['plain', 'Use { name } or {user.name}', ['{ name }', '{user.name}']],
    ['plain', '{0:N2} of {x:>10} on {0,number,#.##}', ['{0:N2}', '{x:>10}', '{0,number,#.##}']],
    ['plain', 'Say {hello, dear friend}', []],
    [
      'i18next',
      '{{x}} {{- raw}} {{when, date(short)}}',
      ['{{x}}', '{{- raw}}', '{{when, date(short)}}'],
    ],
    [
      'i18next',
      'See $t(common.terms) and $t(k, {"count": 3 })',
      ['$t(common.terms)', '$t(k, {"count": 3 })'],
    ],
    ['rails', '%{count} of %<total>.2f', ['%{count}', '%<total>.2f']],
    ['rails', ':errors.messages.blank', [':errors.messages.blank']],
    ['rails', 'Well done :white_check_mark:', [':white_check_mark:']],
    ['rails', '%A, %d. %B %Y', ['%A', '%d', '%B', '%Y']],
    ['rails', '%H:%M', ['%H', '%M']],
    ['printf', '%s %d %1$s %.2f %% %5d %-10s', ['%s', '%d', '%1$s', '%.2f', '%%', '%5d', '%-10s']],
    ['printf', "%,d %1$,.2f %'d 100%'s 50%, dann", ['%,d', '%1$,.2f', "%'d"]],
    ['printf', '%(user)s %(n)d %@ %lld %1$@', ['%(user)s', '%(n)d', '%@', '%lld', '%1$@']],
    ['printf', '%#@files@ of %arg枚', ['%#@files@', '%arg']],
    ['plain', '${total} and $NAME$ and $(gear)', ['${total}', '$NAME$', '$(gear)']],
    ['plain', 'Hi %user%, %count% new', ['%user%', '%count%']],
    ['plain', '$from bis $to: 中$count개, $is_new.', ['$from', '$to', '$count', '$is_new']],
    ['plain', 'US$billion, \\$raw, $x, $été, $café, $$both, $5m, a$b', []],
    ['qt', 'Type {NAME}, found { or } in %1', ['{NAME}', '%1']],
    ['icu', '%{0} / %{10}', ['{0}', '{10}']],
    ['printf', 'Income%sSalary%sTaxable', ['%s', '%s']],
    ['plain', '%urls%a key%urle%, %ss%d', ['%urls%', '%urle%', '%s', '%d']],
    ['plain', 'The :attribute must be :min.', [':attribute', ':min']],
    ['plain', ':attributeは:max文字', [':attribute', ':max']],
    ['plain', 'At 12:30 note: a:b http://x.org:80/', []],
    ['plain', 'It is 100% sure, 50%off and %20si', []],
    ['plain', '총 %d개의 태그', ['%d']],
    [
      'vue',
      "@:app.name @:(app.name) @.lower:app.name a@b.org {'@'}",
      ['@:app.name', '@:(app.name)', '@.lower:app.name', "{'@'}"],
    ],
    [
      'plain',
      '<%= name %> {[plural(n) one: a, other: b]}',
      ['<%= name %>', '{[plural(n) one: a, other: b]}'],
    ],
    ['i18next', '{n, plural, one {a} other {b}} x', ['{n, plural, one {a} other {b}}']],
  ])('%s: %s', (syntax, text, expected) => {
    expect(names(text, syntax)).toEqual(expected);
  });

  it('protects tags, with what stands in their attributes', () => {
    const text =
      'Read <a href="{{url}}" title="x > y">our terms</a>, <0>now</0><br/> or <Link to="b"/>.';
    const { texts } = prepare(text, context({ syntax: 'i18next' }), 'element');
    expect(texts).toEqual([
      'Read <g id="0">our terms</g>, <g id="2">now</g><x id="4"/> or <x id="5"/>.',
    ]);
    expect(translate(text, context({ syntax: 'i18next' }), (sent) => sent)).toBe(text);
  });

  it('keeps what an Android text marks, tags and all', () => {
    const text =
      'Hi <xliff:g id="who">%1$s</xliff:g> from <xliff:g id="app">Shop</xliff:g> <b>now</b>';
    const { texts } = prepare(text, context({ syntax: 'printf' }), 'element');
    expect(texts).toEqual(['Hi <x id="0"/> from <x id="1"/> <g id="2">now</g>']);
    expect(translate(text, context({ syntax: 'printf' }), (sent) => sent)).toBe(text);
  });

  it('takes prose in angle brackets for prose', () => {
    const { texts } = prepare('Enter <your name> if 1 < 2', context(), 'element');
    expect(texts).toEqual(['Enter <your name> if 1 < 2']);
  });

  it('leaves tags around everything and at the ends at home', () => {
    const { texts } = prepare('<p><b>All of it</b></p><br>', context(), 'element');
    expect(texts).toEqual(['All of it']);
  });

  it('sends entities as the characters they are and writes them back', () => {
    const text = 'Terms &amp; Conditions&nbsp;apply';
    const { texts, restore } = prepare(text, context(), 'element');
    expect(texts).toEqual(['Terms & Conditions\u00a0apply']);
    expect(restore(['AGB & Regeln\u00a0gelten'])).toEqual({
      ok: true,
      text: 'AGB &amp; Regeln&nbsp;gelten',
    });
  });

  it('keeps entities as codes where the text also has their character', () => {
    const text = 'R&D &amp; more &shy; stuff';
    expect(translate(text, context(), (sent) => sent)).toBe(text);
  });

  it('keeps inline codes of XLIFF byte for byte, and what must not be translated in them', () => {
    const text =
      'Click <ph id="1" disp="{x}"/> or <pc id="2">here &amp; there</pc> {name} <mrk id="m" translate="no">ACME <b/></mrk>&#160;now &lt;b>bold&lt;/b>';
    const ctx = context({ inline: 'xliff' });
    const { texts } = prepare(text, ctx, 'element');
    expect(texts).toEqual([
      'Click <x id="0"/> or <g id="1">here &amp; there</g> <x id="3"/> <x id="4"/>\u00a0now <g id="5">bold</g>',
    ]);
    expect(translate(text, ctx, (sent) => sent)).toBe(text);
    expect(translate('a &lt; b <ph id="1"/> c', ctx, (sent) => sent.replace('a', 'x & y'))).toBe(
      'x &amp; y &lt; b <ph id="1"/> c',
    );
  });

  it.each([
    [
      'Buy <sm id="1" translate="no"/>ACME <ph id="2"/> Pro<em startRef="1"/> now',
      'Buy <x id="0"/> now',
    ],
    [
      'Buy <sm id="1" translate="no"/>ACME <pc id="2">Pro</pc><em startRef="1"/> now',
      'Buy <x id="0"/> now',
    ],
    [
      'a <sm id="1" translate="no"/>B<sm id="2" translate="no"/>C<em startRef="1"/>D<em startRef="2"/> e',
      'a <x id="0"/>D<x id="1"/> e',
    ],
    // What lies in two elements is no code; the codec asks for it as it was.
    [
      'a <sm id="1" translate="no"/>B <pc id="2">C<em startRef="1"/> d</pc>',
      'a <x id="0"/>B <g id="1">C<x id="2"/> d</g>',
    ],
    ['a <sm id="1" translate="yes"/>b<em startRef="1"/> c', 'a <x id="0"/>b<x id="1"/> c'],
  ])('keeps what markers of XLIFF protect: %s', (text, sent) => {
    const ctx = context({ inline: 'xliff' });
    expect(prepare(text, ctx, 'element').texts).toEqual([sent]);
    expect(translate(text, ctx, (one) => one)).toBe(text);
  });

  it('keeps styling of subtitles and nothing else', () => {
    const ctx = context({ inline: 'srt' });
    const { texts } = prepare('{\\an8}<i>I paid 100 %s</i> :smile {sighs}', ctx, 'element');
    expect(texts).toEqual(['<g id="0">I paid 100 %s</g> :smile {sighs}']);
  });

  it.each([
    ['<v Bob>Yes <00:00:01.500>no', 'Yes <x id="0"/>no'],
    ["<v.loud.x O'Neil & co>Yes", 'Yes'],
    ['<c.red>a <lang en-GB>b', 'a <x id="0"/>b'],
    ['<c.red>a</c> b', '<g id="0">a</g> b'],
    ['a <i.loud.x>b</i> c', 'a <g id="0">b</g> c'],
    ['<ruby.a>b</ruby> c', '<g id="0">b</g> c'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ])('keeps tags of WebVTT that nothing closes: %s', (text, sent) => {
    const ctx = context({ inline: 'srt' });
    expect(prepare(text, ctx, 'element').texts).toEqual([sent]);
    expect(translate(text, ctx, (one) => one)).toBe(text);
  });
});

test('texts of Latin-1 are read as all others are', () => {
  const pieces = [
    '{',
    '}',
    '%',
    '1',
    '²',
    'ä',
    'µ',
    'ª',
    ' ',
    ':',
    'a',
    'Z',
    '$',
    's',
    '.',
    'é',
    '½',
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces, '%1', '$1', ':name', '{ä}', '%1d', '{n}'), {
        maxLength: 12,
      }),
      fc.constantFrom('plain' as const, 'printf' as const, 'icu' as const, 'inlang' as const),
      (parts, syntax) => {
        const text = parts.join('');
        const beside = scanPlaceholders(`${text}\n\u4e00`, syntax);
        expect(scanPlaceholders(`${text}\n`, syntax)).toEqual(beside);
      },
    ),
  );
});
