import { describe, expect, it } from 'vitest';
import { prepare } from '../../src/text/index.js';
import { context, translate } from './context.js';

const sent = (text: string): readonly string[] => prepare(text, context(), 'element').texts;

describe('what reads the same everywhere', () => {
  it.each([
    ['See https://x.org/a%20s?b={c}. Now', 'See <x id="0"/>. Now'],
    ['See (www.x.org/a_(b)) now', 'See (<x id="0"/>) now'],
    ['Write to me.you+it@mail.x.org, please', 'Write to <x id="0"/>, please'],
    ['Run `npm run {x}` now', 'Run <x id="0"/> now'],
    ['Read [the docs](https://x.org "T") now', 'Read <g id="0">the docs</g> now'],
    ['Read [https://x.org](https://x.org) now', 'Read <g id="0"><x id="1"/></g> now'],
    ['Press <kbd>Ctrl</kbd>+<kbd>C</kbd> now', 'Press <x id="0"/>+<x id="1"/> now'],
    ['Run <code class="sh">npm i</code> now', 'Run <x id="0"/> now'],
    ['It says <samp>done</samp> for <var>x</var>', 'It says <x id="0"/> for <x id="1"/>'],
    ['Run <code>npm i {x}</code> now', 'Run <g id="0">npm i <x id="1"/></g> now'],
    ['See <code>a <b>b</b></code> now', 'See <g id="0">a <g id="1">b</g></g> now'],
    ['The <title> of it', 'The <x id="0"/> of it'],
  ])('goes out as an element: %s', (text, wire) => {
    expect(sent(text)).toEqual([wire]);
    expect(translate(text, context(), (one) => one)).toBe(text);
  });

  it.each([
    'Use <none> here',
    'a < b and c > d',
    'Don`t know, it`s fine',
    'Note:this at 10:30',
    '100 % sure',
  ])('is text: %s', (text) => {
    expect(sent(text)).toEqual([text]);
  });

  it('is what the config keeps', () => {
    const custom = { placeholders: [/@@\w+@@/gu], keep: /\bAcme\b/gu };
    const { texts } = prepare('Buy @@item@@ at Acme now', context({ custom }), 'element');
    expect(texts).toEqual(['Buy <x id="0"/> at <x id="1"/> now']);
  });
});
