import { describe, expect, test } from 'vitest';
import { HOOK, keysIn, wantedIn } from './keys-in.js';

describe('code of today', () => {
  test.each([
    ['a variable of a loop', "for (const [t, v] of m) { t('no'); }\ni18n.t('a');", ['a']],
    ['satisfies and as const', "const k = { a: 'x' } as const satisfies R; t(k.a);", ['x']],
    [
      'assertions',
      "t!('a'); (t as T)('b'); t?.('c'); t<string>('d'); (<any>t)('e');",
      ['a', 'b', 'c', 'd', 'e'],
    ],
    [
      'decorators',
      "@C({ x: 1 }) class A { @I() b = t('a'); constructor(@I() private x: X) {} }",
      ['a'],
    ],
    ['using', "using x = y(); await using z = w(); t('a');", ['a']],
    ['enums', "enum E { A = 'x', B = `y` } t(E.A); t(E[z]);", ['x', 'y']],
    [
      'enums of numbers',
      'enum E { A, B, C = 5, D, F = -1, G = f(), H } t(`s.${E.A}`); t(`s.${E.D}`); t(`s.${E.F}`); t(`x.${E[E.B]}`); const f = (e: E) => t(`e.${e}`);',
      ['e.-1', 'e.0', 'e.1', 'e.5', 'e.6', 's.-1', 's.0', 's.6', 'x.B'],
    ],
    [
      'names of enums',
      "enum E { A, B = 'b' } const f = (e: E) => t(`n.${E[e]}`); const g = (e: keyof typeof E) => t(`k.${e}`);",
      ['k.A', 'k.B', 'n.A', 'n.b'],
    ],
    ['types', "type S = 'a' | 'b'; function f(s: S) { t(`k.${s}`); }", ['k.a', 'k.b']],
    [
      'types of properties',
      "interface P { s: 'a' | 'b' } const F = ({ s }: P) => t(`k.${s}`);",
      ['k.a', 'k.b'],
    ],
    [
      'keyof',
      'const M = { a: 1, b: 2 }; const f = (s: keyof typeof M) => t(`k.${s}`);',
      ['k.a', 'k.b'],
    ],
    [
      'elements',
      "const L = ['a', 'b'] as const; let x: (typeof L)[number]; const f = (s: (typeof L)[number]) => t(s);",
      ['a', 'b'],
    ],
    ['a namespace', "namespace N { t('a'); } declare module 'x' { interface Y {} }", ['a']],
    ['overloads', "function f(a: string): void; function f(a: any) { t('a'); }", ['a']],
    ['top-level await', "await x; t('a'); export default await y;", ['a']],
    [
      'abstract classes',
      "abstract class A<const T> { abstract x(): void; get y() { return this.t('a'); } accessor z = 1; }",
      ['a'],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.ts', code)).toEqual(keys);
  });

  test.each([
    [
      'Flow',
      "// @flow\ntype A = {| b: ?string |};\nfunction f(x: ?string): string { return t('a'); }",
      ['a'],
    ],
    ['JSX', "const a = <><A b={t('a')} {...c} />{d && <B>{t('b')}</B>}</>;", ['a', 'b']],
    ['a script', "with (x) { t('a'); }\nvar public = 010;", ['a']],
    ['a hashbang', "#!/usr/bin/env node\nt('a');", ['a']],
    ['CommonJS', "const { t } = require('i18next');\nmodule.exports = () => t('a');", ['a']],
    ['a tagged template', 't`a`;', ['a']],
  ])('%s in .js', async (_, code, keys) => {
    expect(await keysIn('a.js', code)).toEqual(keys);
  });
});

describe('i18next', () => {
  test('a selector that counts, in a context', async () => {
    const code = "t(($) => $.a, { count: 1, context: 'm' });";
    const { keys } = await wantedIn('a.tsx', HOOK + code);
    expect(keys).toMatchObject([{ key: 'a', count: true, contexts: ['m'] }]);
  });

  test.each([
    ['arrays of keys', "t(['a', 'b', c ? 'd' : 'e']);", ['a', 'b', 'd', 'e']],
    [
      'ternaries',
      "t(x ? 'a' : y ? 'b' : 'c'); t(x || 'd'); t(x ?? 'e'); t(x && 'f'); t(`Total ${n ?? 0}`);",
      ['Total *', 'a', 'b', 'c', 'd', 'e', 'f'],
    ],
    [
      'constants',
      "const K = 'a'; const P = 'p'; t(K); t(`${P}.b`); t(P + '.c');",
      ['a', 'p.b', 'p.c'],
    ],
    [
      'a list',
      "['a', 'b'].map((x) => t(`k.${x}`)); for (const y of ['c']) t(y);",
      ['c', 'k.a', 'k.b'],
    ],
    [
      'a list of objects',
      "const L = [{ k: 'a' }, { k: 'b' }]; L.map(({ k }) => t(k)); L.forEach((o) => t(o.k));",
      ['a', 'b'],
    ],
    ['keys of an object', 'const M = { a: 1, b: 2 }; Object.keys(M).map((k) => t(k));', ['a', 'b']],
    [
      'what a function gives',
      "function f(x) { if (x) return 'a'; return 'b'; } t(f(1));",
      ['a', 'b'],
    ],
    ['dynamic keys', 't(`memo.${x}.y`); t("a." + x); t(x + ".b");', ['*.b', 'a.*', 'memo.*.y']],
    [
      'a namespace',
      "t('ns2:x'); t('y', { ns: 'n' }); t('Note: z'); t('10:30'); t('http://a');",
      ['10:30', 'Note: z', 'http://a', 'n:y', 'ns2:x'],
    ],
    ['contexts', "t('a', { context: 'm' });", ['a']],
    [
      'selectors',
      "t($ => $.a.b); t((x) => x['c'].d, { count: 1 }); t(($) => { return $.e; }); t(($) => (c ? $.f : $.g));",
      ['a.b', 'c.d', 'e', 'f', 'g'],
    ],
    ['what is no key', 't(true); t(1); t(null); t(undefined);', []],
    [
      'members',
      "i18n.t('a'); this.t('b'); props.t('c'); this.props.t('d'); i18n.exists('e');",
      ['a', 'b', 'c', 'd'],
    ],
    [
      'a wrapper',
      "const l = (k, o) => t(`p.${k}`, o); l('a'); const m = (k) => t(k); m('b');",
      ['b', 'p.*', 'p.a'],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.tsx', HOOK + code)).toEqual(keys);
  });

  test.each([
    ['an array', "const [t] = useTranslation('n'); t('a');", ['n:a']],
    [
      'another name',
      "const { t: tr } = useTranslation('n', { keyPrefix: 'p.q' }); tr('a');",
      ['n:p.q.a'],
    ],
    [
      'a selector as its prefix',
      "const { t } = useTranslation('n', { keyPrefix: ($) => $.p.q }); t($ => $.a); t('b');",
      ['n:p.q.a', 'n:p.q.b'],
    ],
    [
      'a sum, which is no key',
      "const { t } = useTranslation('n'); t(`${1 + 1}`); t(1 + 2 + 3); t(`a.${1 + 1}`); t(`b${at + 1}`); t('c' + 1);",
      ['*', 'a.*', 'b*', 'n:c1'],
    ],
    ['an object', "const x = useTranslation('n'); x.t('a');", ['n:a']],
    ['its member', "const t = useTranslation('n').t; t('a');", ['n:a']],
    [
      'several namespaces',
      "const { t } = useTranslation(['n', 'm']); t('a'); t($ => $.m.b); t('m:c');",
      ['m:b', 'm:c', 'n:a'],
    ],
    ['a constant', "const N = 'n'; const { t } = useTranslation(N); t('a');", ['n:a']],
    [
      'on a server',
      "const { t } = await useTranslation(lng, 'n', { keyPrefix: 'p' }); t('a');",
      ['n:p.a'],
    ],
    ['a fixed one', "const t = i18n.getFixedT(null, 'n', 'p'); t('a');", ['n:p.a']],
    [
      'of each component',
      "function A() { const { t } = useTranslation('n'); t('a'); }\nfunction B() { const { t } = useTranslation('m'); t('b'); }",
      ['m:b', 'n:a'],
    ],
    [
      'a class',
      "class A extends C { render() { return this.props.t('a'); } }\nexport default withTranslation('n')(A);",
      ['n:a'],
    ],
    [
      'a type',
      "function f(t: TFunction<'n', 'p'>, u: TFunction<['m', 'o']>) { t('a'); u('b'); }\ninterface P { t: TFunction<'n'> }\nfunction X({ t }: P) { return t('c'); }",
      ['m:b', 'n:c', 'n:p.a'],
    ],
    [
      'a type of the default namespace',
      "function f(t: TFunction<'translation', undefined>) { t('a'); }",
      ['a'],
    ],
    ['an element', "<Translation ns='n'>{(t) => t('a')}</Translation>;", ['n:a']],
    [
      'another name of the hook',
      "import { useTranslation as u } from 'react-i18next';\nconst { t } = u('n'); t('a');",
      ['n:a'],
    ],
  ])('a hook: %s', async (_, code, keys) => {
    expect(await keysIn('a.tsx', code)).toEqual(keys);
  });

  test.each([
    ['a key', '<Trans i18nKey="a" />', ['a']],
    ['an expression', '<Trans i18nKey={x ? "a" : `b`} ns="n" />', ['n:a', 'n:b']],
    ['a prefix', '<Trans t={p} i18nKey="a" />', ['p.a']],
    ['its own text', '<Trans>Hello <b>you</b>.</Trans>', ['Hello <1>you</1>.']],
    ['a text with a value that only run time tells', '<Trans>Hello {user.name}.</Trans>', []],
    ['the same in an element', '<Trans>Hello <b>{user.name}</b>.</Trans>', []],
    ['a selector', '<Trans i18nKey={($) => $.a.b} />', ['a.b']],
    ['what is spread into it', '<Trans {...{ i18nKey: "a", ns: "n" }} {...props} />', ['n:a']],
  ])('an element: %s', async (_, code, keys) => {
    const hook = "const { t: p } = useTranslation(undefined, { keyPrefix: 'p' });\n";
    expect(await keysIn('a.jsx', `${hook}const x = ${code};`)).toEqual(keys);
  });

  test.each([
    ['Hello {{name}}', '<Trans i18nKey="k">Hello {{ name }}</Trans>'],
    ['Read <1>this</1> now', '<Trans i18nKey="k">Read <a href="/">this</a> now</Trans>'],
    ['A <strong>b</strong><br/>c', '<Trans i18nKey="k">A <strong>b</strong><br />c</Trans>'],
    ['Two lines', '<Trans i18nKey="k">\n  Two\n  lines\n</Trans>'],
    ['a <1>b <1>c</1></1>', '<Trans i18nKey="k">a <i>b <b x="1">c</b></i></Trans>'],
    ['D', '<Trans i18nKey="k" defaults="D">x</Trans>'],
    ['with space', '<Trans i18nKey="k">with{" "}space</Trans>'],
  ])('the text of an element: %s', async (text, code) => {
    const { keys } = await wantedIn('a.jsx', `const x = ${code};`);
    expect(keys).toMatchObject([{ key: 'k', text }]);
  });

  test('no text that is the number of a plural, or a flag', async () => {
    const code =
      "const n = ref(0), on = true, name = 'Name'; t('a', { n }, n.value); t('b', on); t('c', name); t('d', '5');";
    const { keys } = await wantedIn('a.ts', code);
    expect(keys.map(({ key, text }) => [key, text])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', 'Name'],
      ['d', '5'],
    ]);
  });

  test('the text that Qwik Speak has in a key', async () => {
    const code =
      "import { inlineTranslate } from 'qwik-speak'; const t = inlineTranslate(); t('a.b@@Text: {{x}}'); t(['c@@C', 'd']); t(`e.${x}@@E`);";
    const { keys, patterns } = await wantedIn('a.tsx', code);
    expect(keys.map(({ key, text }) => [key, text])).toEqual([
      ['a.b', 'Text: {{x}}'],
      ['c', 'C'],
      ['d', undefined],
    ]);
    expect(patterns.map(({ parts }) => parts)).toEqual([['e.', '']]);
  });

  test('texts, counts and contexts', async () => {
    const { keys } = await wantedIn(
      'a.ts',
      `t('a', 'A'); t('b', { defaultValue: 'B', count: n }); t('c', 'C', { count });
t('d', { count, ordinal: true }); t('e', { context: x ? 'm' : 'f' }); t('f', { context: 'm' });
t('g', { defaultValue_one: 'One', defaultValue_other: 'Many', count });`,
    );
    expect(keys).toMatchObject([
      { key: 'a', text: 'A', count: false },
      { key: 'b', text: 'B', count: true },
      { key: 'c', text: 'C', count: true },
      { key: 'd', count: true, ordinal: true },
      { key: 'e', contexts: ['m', 'f'], onlyContexts: false },
      { key: 'f', contexts: ['m'], onlyContexts: true },
      { key: 'g', forms: { one: 'One', other: 'Many' } },
    ]);
  });

  test.each([
    ['a comment that is a call', "// t('a')\n/* t('b', 'B') */\nfoo(); // t('d')", ['a', 'b']],
    ['calls in one', "// t('a'), t('b')", ['a', 'b']],
    ['a text with parentheses', '// t("a", "File(s) saved")', ['a']],
    [
      'a comment that ends with a list of calls',
      "/**\n * Keys of the library:\n *\n * t('a', 'File(s)')\n * t('b', `{{count}} of them`, { count });\n */\nfoo();\n/*\n  t('c')\n  t('d')\n*/",
      ['a', 'b', 'c', 'd'],
    ],
    [
      'code that is commented out',
      "// const x = t('a');\n// return t('b')\n// Use t('c') here",
      [],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.ts', code)).toEqual(keys);
  });
});

describe('what is no key', () => {
  test.each([
    ['another function', "split('a'); const t2 = t.length; test('b'); assert.t; format('c');"],
    [
      'a package',
      "import * as t from '@babel/types';\nt.identifier('a'); import { t as x } from 'elysia'; x('b');",
    ],
    ['a function of its own', "const t = (s) => document.querySelector(s); t('a');"],
    ['a parameter of another name', "xs.map((tt) => tt('a'));"],
    ['a number', 'function f(t: (x: number) => void) { t(5); }'],
    ['nothing', "t(); t(''); t(' '); t(null); t(undefined); t({});"],
    ['a value', 't(key); t(props.key); t(getKey());'],
    ['a caught error', "try {} catch (t) { t('a'); }"],
    ['a method of its own', "class A { t(s) { return find(s); } b() { this.t('a'); } }"],
    ['a call in a comment', "/**\n * Give it a key:\n * t('a')\n */\nexport const b = 1;"],
    ['calls in the middle of one', "/*\n t('a')\n t('b')\n are two */\nexport const b = 1;"],
    ['examples', "/**\n * Usage:\n * t('a')\n * t('b')\n */\nexport const b = 1;"],
    ['an example in a comment', "/**\n * @example\n * t('a')\n */\nexport const b = 1;"],
  ])('%s', async (_, code) => {
    const keys = await keysIn('a.ts', code);
    expect(keys.filter((key) => key !== '*')).toEqual([]);
  });
});

describe('what is named elsewhere', () => {
  test('a variable with a type that is set later', async () => {
    const code = "let t: TFunction;\nt = i18n.getFixedT(null, 'shop');\nt('a');";
    expect(await keysIn('a.ts', code)).toEqual(['*', 'shop:a']);
  });

  test('a method that translates', async () => {
    const code = "class A { t(k) { return this.i18n.translate(k); } b() { return this.t('a'); } }";
    expect(await keysIn('a.ts', code)).toEqual(['a']);
  });

  test('v-pre is shown as it is written, up to its end', async () => {
    const code =
      "<template><p v-pre :a=\"$t('x')\"><p>{{ $t('x') }}</p><p/>{{ $t('x') }}</p><img v-pre>{{ $t('a') }}</template>";
    expect(await keysIn('a.vue', code)).toEqual(['a']);
  });
});

describe('vue-i18n', () => {
  const vue = (template: string, script = ''): string =>
    `<script setup lang="ts">\nimport { useI18n } from 'vue-i18n'\n${script}\n</script>\n\n<template>\n${template}\n</template>\n\n<style scoped>\n.a { content: "{{ $t('no') }}" }\n</style>\n`;

  test.each([
    ['a text', "<p>{{ $t('a') }} {{ $t('b', { n: 1 }) }}</p>", ['a', 'b']],
    [
      'attributes',
      `<p :title="$t('a')" v-bind:alt="$t('b')" v-html="$t('c')" :[x]="$t('d')" />`,
      ['a', 'b', 'c', 'd'],
    ],
    ['v-t', `<p v-t="'a'" /><p v-t="{ path: 'b', args: { n } }" />`, ['a', 'b']],
    [
      'i18n-t',
      `<i18n-t keypath="a" /><I18nT :keypath="x ? 'b' : 'c'" /><i18n path="d" />`,
      ['a', 'b', 'c', 'd'],
    ],
    [
      'events',
      `<p @click="x = $t('a')" @a.b="() => { y($t('b')) }" v-on:c="z($t('c')); w()" />`,
      ['a', 'b', 'c'],
    ],
    [
      'v-if and v-for',
      `<p v-if="a > b && $t('a') < 1" /><li v-for="(x, i) in [$t('b')]" :key="i">{{ $t(\`c.\${x}\`) }}</li>`,
      ['a', 'b', 'c.*'],
    ],
    [
      'slots',
      `<X><template #a="{ b }">{{ $t('a', { b }) }}</template><template v-slot:c="d">{{ $t('b') }}</template></X>`,
      ['a', 'b'],
    ],
    [
      'plurals',
      `<p>{{ $tc('a', 2) }} {{ $t('b', 2) }} {{ $t('c', { count: 2 }) }}</p>`,
      ['a', 'b', 'c'],
    ],
    ['entities', `<p :title="$t(&quot;a&quot;) &amp;&amp; 1" />`, ['a']],
    ['TypeScript', `<p>{{ ($t as any)('a')! }}</p>`, ['a']],
    ['a comment', `<!-- {{ $t('no') }} --><p>{{ $t('a') }}</p>`, ['a']],
    ['a text with a sign', `<p>a < b { c } {{ $t('a') }}</p>`, ['a']],
  ])('a template: %s', async (_, template, keys) => {
    expect(await keysIn('a.vue', vue(template))).toEqual(keys);
  });

  test.each([
    [
      'no semicolons',
      "const { t } = useI18n()\nconst a = t('a')\n;[1].map(() => t('b'))",
      ['a', 'b', 'c'],
    ],
    ['another name', "const { t: tr } = useI18n()\ntr('a')", ['a', 'c']],
    ['an instance', "const i18n = useI18n()\ni18n.t('a')", ['a', 'c']],
    [
      'its own messages',
      "const { t: l } = useI18n({ useScope: 'local', messages: {} })\nl('no')",
      ['c'],
    ],
    ['the app’s own beside it', "const { t } = useI18n({ useScope: 'local' })\nt('no')", ['c']],
    ['colons', "const { t } = useI18n()\nt('a:b')", ['a:b', 'c']],
    ['a question', "const { te, tm } = useI18n()\nte('no'); tm('list')", ['c', 'list']],
  ])('a script: %s', async (_, script, keys) => {
    expect(await keysIn('a.vue', vue("<p>{{ $t('c') }}</p>", script))).toEqual(keys);
  });

  test('keys of an <i18n> block stay in the component', async () => {
    const code = vue("<p>{{ $t('own.title') }} {{ $t('a') }}</p>");
    const block = '<i18n>\n{ "en": { "own": { "title": "T" } } }\n</i18n>\n';
    expect(await keysIn('a.vue', `${code}${block}`)).toEqual(['a']);
  });

  test('names of the script mean the same in the template', async () => {
    const code = vue(
      "<p>{{ tr('a') }} {{ t(KEY) }}</p>",
      "const { t: tr, t } = useI18n()\nconst KEY = 'b'",
    );
    expect(await keysIn('a.vue', code)).toEqual(['a', 'b']);
  });

  test.each([
    [
      'options',
      "<template><p/></template><script>\nexport default { methods: { m() { return this.$t('a') + this.$i18n.t('b') } } }\n</script>",
      ['a', 'b'],
    ],
    [
      'JSX',
      `<script lang="tsx">\nexport default () => <p title={i18n.global.t('a')}>{t('b')}</p>\n</script>`,
      ['a', 'b'],
    ],
    [
      'two scripts',
      `<script>\nexport const K = 'a'\n</script>\n<script setup>\nt(K)\n</script>`,
      ['a'],
    ],
    [
      'a script of the module below',
      `<script setup>\nt(K)\n</script>\n<script>\nexport const K = 'a'\n</script>`,
      ['a'],
    ],
    ['a script alone', "<script>t('a')</script>", ['a']],
    [
      'Pug',
      `<template lang="pug">\ndiv(:title="$t('a')" @click='x($t("b"))')\n  p(v-t="'c'") {{ $t('d') }}\n  i18n-t(keypath="e")\n  a(title="$t('no')")\n</template>`,
      ['a', 'b', 'c', 'd', 'e'],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.vue', code)).toEqual(keys);
  });
});

describe('Svelte', () => {
  test.each([
    [
      'svelte-i18n',
      "<script>\nimport { _, t as tt, format } from 'svelte-i18n'\n$: x = $_('a', { default: 'A' })\n</script>\n<h1>{$tt('b')}{$format('c')}</h1>",
      ['a', 'b', 'c'],
    ],
    [
      'blocks',
      "<script>import { _ } from 'svelte-i18n'</script>{#if $_('a')}{:else if $_('b')}x{/if}{#each $_('c') as x, i (x)}{x}{:else}{$_('d')}{/each}{#await f($_('e')) then v}{v}{/await}{#key $_('f')}k{/key}{@html $_('g')}{@const y = $_('h')}{#snippet s(p)}{$_('i')}{/snippet}{@render s($_('j'))}{#await f($_('k')) then}{v}{/await}{@const { a, b = $_('l') } = x}",
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'],
    ],
    [
      'attributes',
      `<script>import { _ } from 'svelte-i18n'</script><p title={$_('a')} alt="x {$_('b')} {$_('c')}" on:click={() => { alert($_('d')) }} {...rest} {x} class:y={$_('e')} style:z="{$_('f')}" />`,
      ['a', 'b', 'c', 'd', 'e', 'f'],
    ],
    [
      'runes',
      `<script lang="ts">\nimport { t } from '$lib/i18n'\nlet x = $state<string>(t('a'))\nconst y = $derived(t('b'))\n</script>{t('c')}`,
      ['a', 'b', 'c'],
    ],
    [
      'an apostrophe',
      "<script>import { _ } from 'svelte-i18n'</script><p>Don't</p>{$_('a')}",
      ['a'],
    ],
    [
      'a script of the module above',
      "<script module>import { _ } from 'svelte-i18n'; export const K = 'a'</script>\n<script>const x = $_(K)</script>",
      ['a'],
    ],
    [
      'a script of the module below',
      "<script>const x = $_(K)</script>\n<script context=\"module\">import { _ } from 'svelte-i18n'; export const K = 'a'</script>",
      ['a'],
    ],
    ['lodash', "<script>import _ from 'lodash'</script>{_('a')}", []],
    [
      'an object',
      "<script>import { _ } from 'svelte-i18n'</script>{$_({ id: 'a', default: 'A' })}",
      ['a'],
    ],
    [
      'i18next',
      "<script>import { i18n } from './i18n'; import 'i18next'</script>{$i18n.t('n:a')}",
      ['n:a'],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.svelte', code)).toEqual(keys);
    for (const { at = [0, 0], written } of (await wantedIn('a.svelte', code)).keys) {
      const literal = code.slice(...at);
      expect([`'${written}'`, 'K']).toContain(literal);
    }
  });
});

describe('Astro', () => {
  test.each([
    [
      'all of it',
      `---\nimport { t } from '../i18n';\nconst a: string = t('a');\n---\n<L title={t('b')}>\n  <!-- don't -->\n  <p>It's {t('c')}</p>\n  {xs.map((x) => <li><img src="x">{t('d')}<br></li>)}\n  {x && (<p>{t('e')}</p>)}\n</L>\n<script>\nimport { t } from './x';\nt('f');\n</script>\n`,
      ['a', 'b', 'c', 'd', 'e', 'f'],
    ],
    ['no front matter', "<p>{t('a')}</p>", ['a']],
    ['comments', "{/* don't */}\n{/* t('a') */}\n{t('b')}", ['a', 'b']],
    [
      'a template',
      '---\nconst { t } = useTranslations(l)\n---\n<p title=`x ${t("a")}` {...y} />',
      ['a'],
    ],
    [
      'elements of HTML inside of an expression',
      '{ok && <p>It\'s {a ? t("a") : \'}\'} isn\'t > {t("b")}</p>}{t("c")}',
      ['a', 'b', 'c'],
    ],
    [
      'attributes that JSX does not have',
      '{xs.map(({ href, ...more } = {}) => (<a {href} {...more} {/* x */} @click="x" x-on:click.prevent=y title=`${t("a")}` data-x=/b/c>{t("b")}</a>))}',
      ['a', 'b'],
    ],
    [
      'elements side by side',
      '{xs.map((x) => (<dt>{t("a")}</dt> <!-- } --> <dd set:html={t("b")} /><></>))}{x < y && f<T>(t("c"))}',
      ['a', 'b', 'c'],
    ],
    [
      'scripts and styles inside of an expression',
      '{ok && <nav aria-label={t("a")}><script>\n// It\'s } here\nclass A { b(c: boolean) { t("b"); } }\n</script><style>p { margin: 0 }</style>{t("c")}</nav>}',
      ['a', 'b', 'c'],
    ],
    ['an element that is not closed', '{ok && <p>{t("a")}', ['a']],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.astro', code)).toEqual(keys);
  });
});

describe('react-intl', () => {
  test('messages with their texts and notes', async () => {
    const code = `import { defineMessages, FormattedMessage, useIntl } from 'react-intl';
const m = defineMessages({ a: { id: 'a', defaultMessage: 'A', description: 'Of a' }, b: { id: 'b' } });
const n = defineMessage({ id: 'c', defaultMessage: \`C\` });
function X() {
  const intl = useIntl();
  const { formatMessage: f, formatMessage } = intl;
  formatMessage({ id: 'd', defaultMessage: 'D' }, { n: 1 });
  intl.formatMessage(x ? { id: 'e', defaultMessage: 'E' } : { id: 'f' });
  intl.formatMessage(m.a);
  this.props.intl.formatMessage({ id: \`g.\${x}\` });
  return <FormattedMessage id="h" defaultMessage="H {n, plural, one {#} other {#}}" description="Of h" values={{ n }} />;
}`;
    const { keys, patterns } = await wantedIn('a.tsx', code);
    const found = keys.map(({ key, text, note, count }) => [key, text, note, count]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['a', 'A', 'Of a', false],
        ['b', undefined, undefined, false],
        ['c', 'C', undefined, false],
        ['d', 'D', undefined, false],
        ['e', 'E', undefined, false],
        ['f', undefined, undefined, false],
        ['h', 'H {n, plural, one {#} other {#}}', 'Of h', false],
      ]),
    );
    expect(patterns.map(({ parts }) => parts)).toEqual([['g.', '']]);
  });

  test('objects that say themselves that they are messages', async () => {
    const code =
      "export const MENU = [{ label: { id: 'a', defaultMessage: 'A', description: 'Of a' } }, { id: 'no' }, { id: 'no', defaultMessage: 'No', labelId: 'x' }];";
    const { keys } = await wantedIn(
      'a.ts',
      `import type { MessageDescriptor } from 'react-intl';\n${code}`,
    );
    expect(keys).toMatchObject([{ key: 'a', text: 'A', note: 'Of a' }]);
    expect(await keysIn('a.ts', code)).toEqual([]);
  });

  test('names that the file gives, and white space that is none of the text', async () => {
    const code = `import { FormattedMessage as FM, defineMessages as dm, useIntl } from 'react-intl';
dm({ a: { id: 'a', defaultMessage: 'A' } });
function X() {
  const { formatMessage: f, $t } = useIntl();
  f({ id: 'b', defaultMessage: 'B' });
  $t({ id: 'c', defaultMessage: 'C' });
  return <FM id="d" defaultMessage={\`
    D &
    more\`} />;
}`;
    const { keys } = await wantedIn('a.tsx', code);
    expect(keys.map(({ key, text }) => [key, text])).toEqual([
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'C'],
      ['d', 'D & more'],
    ]);
  });
});

describe('next-intl', () => {
  test.each([
    [
      'a hook',
      "const t = useTranslations('Home'); t('title', { count: 1 }); t.rich('r'); t.markup('m'); t.raw('w'); t.has('no');",
      ['Home.m', 'Home.r', 'Home.title', 'Home.w'],
    ],
    [
      'on a server',
      "const t = await getTranslations('A.B'); t('a'); const u = await getTranslations({ locale, namespace: 'C' }); u('b');",
      ['A.B.a', 'C.b'],
    ],
    ['no namespace', "const t = useTranslations(); t('a.b');", ['a.b']],
    ['a namespace that is a value', "const t = useTranslations(x); t('a');", ['*.a']],
    ['handed over', "function f(t) { return t('a'); }", ['*.a']],
    [
      'several at once',
      "const [t, f, u] = await Promise.all([getTranslations('A'), getFormatter(), getTranslations('B')]); t('a'); u('b');",
      ['A.a', 'B.b'],
    ],
    [
      'a type',
      "function f(t: ReturnType<typeof useTranslations<'A'>>, u: Awaited<ReturnType<typeof getTranslations<'B.c'>>>) { t('a'); u('b'); }",
      ['A.a', 'B.c.b'],
    ],
    [
      'a hook of the file',
      "const useOur = () => useTranslations('A'); function X() { const t = useOur(); t('a'); }",
      ['A.a'],
    ],
    [
      'a constant',
      "const N = 'Home'; const t = useTranslations(N); t(`x.${y}`); t('a:b');",
      ['Home.a:b', 'Home.x.*'],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.tsx', `import { useTranslations } from 'next-intl';\n${code}`)).toEqual(
      keys,
    );
  });
});

describe('functions and components of a project', () => {
  test.each([
    [
      'a function',
      "translate('a'); i18n.translate('b'); other('no');",
      { functions: ['translate'] },
      ['a', 'b'],
    ],
    [
      'another name for it',
      "import { translate as tr } from './t'; const { translate: x } = useX(); tr('a'); x('b');",
      { functions: ['translate'] },
      ['a', 'b'],
    ],
    ['a member', "lang.get('a'); map.get('no');", { functions: ['lang.get'] }, ['a']],
    ['a store of Svelte', "$tr('a'); $x('no');", { functions: ['tr'] }, ['a']],
    ['a class', "throw new UserError('a', 'Text');", { functions: ['UserError'] }, ['a']],
    ['a component', '<Text i18nKey="a" />; <Text id="b" />;', { components: ['Text'] }, ['a', 'b']],
    ['its attribute', '<Text label="a" id="no" />;', { components: ['Text[label]'] }, ['a']],
  ])('%s', async (_, code, more, keys) => {
    expect(await keysIn('a.jsx', code, more)).toEqual(keys);
  });
});

test('a byte order mark before a hashbang', async () => {
  expect(await keysIn('a.mjs', '\ufeff#!/usr/bin/env node\nt("a");\n')).toEqual(['a']);
});

describe('other files', () => {
  test.each([
    ['a.json', '{ "key": "t(\'a\')" }', []],
    ['a.html', '<p data-i18n="a">x</p><img data-i18n="[alt]b;c">', ['a', 'b', 'c']],
    [
      'b.html',
      '<script type="text/html"><p data-i18n="a">x</p></script><script>b("<p data-i18n=no>")</script><p data-i18n="c">',
      ['a', 'c'],
    ],
    [
      'a.hbs',
      '{{t "aa" defaultValue="A"}} {{{t \'bb\' count=n}}} <X @y={{t "cc"}} @z={{(t "dd")}} />',
      ['aa', 'bb', 'cc', 'dd'],
    ],
    [
      'a.gts',
      "const A: TOC<X> = <template>{{t 'aa'}}</template>;\nexport default class B extends C<X> { @service declare intl: I; get b() { return this.intl.t('b') }\n <template><p title={{t 'cc' n=1}}>'</p></template> }",
      ['aa', 'b', 'cc'],
    ],
    ['a.gjs', "t('a');\n<template>{{#if (t 'bb')}}{{/if}}</template>", ['a', 'bb']],
  ])('%s', async (file, code, keys) => {
    expect(await keysIn(file, code)).toEqual(keys);
  });
});

test.each([
  ['a.ts', "t('a');\nfunction (\n", 2],
  [
    'a.vue',
    "<script setup>\nconst a = 1\nconst b = {\n</script>\n<template><p>{{ $t('a') }}</p></template>",
    4,
  ],
  ['a.vue', "<template>\n  <p>{{ $t('a' }}</p>\n</template>", 2],
  ['a.svelte', "<p>\n{$_('a'}</p>", 2],
])('code that is half typed is reported by its line: %s %s', async (file, code, line) => {
  await expect(keysIn(file, code)).rejects.toMatchObject({ name: 'CodeError', line });
});
