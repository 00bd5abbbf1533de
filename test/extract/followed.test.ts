import { describe, expect, test } from 'vitest';
import { HOOK, keysIn, wantedIn } from './keys-in.js';

describe('functions of the file', () => {
  test.each([
    ['names that it joins', 'function k(a, b) { return `${a}.${b}`; } t(k("a", "b"));', ['a.b']],
    ['a list that it joins', "const k = (...p) => p.join('.'); t(k('a', 'b', 'c'));", ['a.b.c']],
    [
      'a name that it adds',
      "const k = (...p) => ['app', ...p].filter(Boolean).join('.'); t(k('a', x));",
      ['app.a.*'],
    ],
    ['a method of an object', "const K = { k: (...p) => p.join('.') }; t(K.k('a', 'b'));", ['a.b']],
    [
      'a key in the middle',
      "const l = (k) => t(`p.${k}.title`); l('a'); l('b');",
      ['p.*.title', 'p.a.title', 'p.b.title'],
    ],
    ['a later parameter', "const l = (lng, k) => t(k, { lng }); l('de', 'a');", ['a']],
    ['a property', "const l = ({ id }) => t(id); l({ id: 'a' });", ['a']],
    [
      'one that makes another',
      "const make = (p) => (k) => t(`${p}.${k}`); const e = make('e'), f = make('f'); e('a'); f('b');",
      ['*.*', 'e.*', 'e.a', 'f.*', 'f.b'],
    ],
    [
      'its own options, and names of its body',
      "const l = (k) => t(`p.${k}`, { ns: 'n', count: 1 }); l('a'); function h(k) { const { t: tr } = useTranslation('m'); return tr(k + '.x'); } h('b'); ",
      ['*.x', 'm:b.x', 'n:p.a', 'p.*'],
    ],
    ['itself', 'const l = (k) => (k ? l(k) + l(k) : t(k)); l("a");', ['a']],
    [
      'defaults',
      "function f(k = 'a.b') { return t(k); } f(); f('c'); const g = ({ k = 'd' } = {}) => t(k);",
      ['a.b', 'c', 'd'],
    ],
    [
      'a default, and whatever else is given',
      "const P = 'e'; function f(k = 'a') { return t(`${P}.${k}`); }",
      ['e.*', 'e.a'],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.tsx', HOOK + code)).toEqual(keys);
  });

  test.each([
    ['another name', 'const msg = intl.formatMessage; msg({ id: "b" });', ['b']],
    ['an id', 'const msg = (id) => intl.formatMessage({ id });', ['a']],
    [
      'a prefix',
      'const msg = (id, v) => intl.formatMessage({ id: `p.${id}` }, v);',
      ['p.*', 'p.a'],
    ],
    [
      'a hook',
      'const useMsg = () => { const { formatMessage } = useIntl(); return (id) => formatMessage({ id }); };\nconst msg = useMsg();',
      ['a'],
    ],
  ])('of formatjs: %s', async (_, code, keys) => {
    const file = `import { useIntl } from 'react-intl';\nconst intl = useIntl();\n${code}\nmsg('a');`;
    expect(await keysIn('a.tsx', file)).toEqual(keys);
  });

  test('those that call each other, and themselves, are followed a few steps', async () => {
    const code = `function f(x) { if (x) return f(x + 1); if (y) return f(x - 1) + f(f(x)); if (z) return g(x); return 'a'; }
function g(x) { if (x) return f(x); return y ? g(x - 1) + f(x) : g(f(x)); }
t(f(1)); t(g(2)); t(\`\${f(1)}.\${g(2)}\`);`;
    expect(await keysIn('a.tsx', HOOK + code)).toContain('a.a');
  });

  test('is read once for each call, however often it calls others', async () => {
    const calls = 'l(x); '.repeat(40);
    const code = `const l = (x) => { ${calls} t(x); }; ${"l('a'); ".repeat(40)}`;
    expect(await keysIn('a.tsx', HOOK + code)).toEqual(['a']);
  });
});

test('objects that are spread into an element', async () => {
  const code = `const M = { x: { i18nKey: 'a', ns: 'n' }, y: { i18nKey: 'b', count: 1 } };
export const A = () => <><Trans {...M.x} /><Trans {...M[z]} /><Trans {...props} /></>;`;
  const { keys, open } = await wantedIn('a.tsx', HOOK + code);
  expect(keys.map(({ key }) => key)).toEqual(['a', 'a', 'b']);
  expect(open).toEqual(['a.tsx:4']);
});

describe('lists', () => {
  test.each([
    ['reduce', "['a', 'b'].reduce((all, k) => all + t(k), '');", ['a', 'b']],
    ['what is spread into one', "const M = ['b']; ['a', ...M].map((k) => t(k));", ['a', 'b']],
    [
      'what is unknown of one',
      "const P = 'p'; ['a', ...props.more].map((k) => t(`${P}.${k}`));",
      ['p.*', 'p.a'],
    ],
    [
      'objects',
      "const A = { x: 'a' }; const B = { ...A, y: 'b' }; Object.values(B).map((k) => t(k));",
      ['a', 'b'],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.tsx', HOOK + code)).toEqual(keys);
  });
});

describe('classes', () => {
  test.each([
    ['a property', "class A { t = useTranslation('n').t; a() { this.t('a'); } }", ['*', 'n:a']],
    [
      'of another name',
      "class A { tr = useTranslation('n').t; a() { this.tr('a'); } }",
      ['*', 'n:a'],
    ],
    ['a private one', "class A { #t = i18n.t; a() { this.#t('a'); } }", ['a']],
    [
      'set by the constructor',
      "class A { constructor() { this.t = useTranslation('n').t; } a() { this.t('a'); } }",
      ['*', 'n:a'],
    ],
    [
      'a method',
      'class A { l(k) { return i18n.t(`p.${k}.b`); } a() { this.l("a"); } }',
      ['p.*.b', 'p.a.b'],
    ],
    [
      'constants',
      "class A { K = { a: 'a' }; static S = ['b']; a() { i18n.t(this.K.a); A.S.map((k) => i18n.t(k)); } }",
      ['a', 'b'],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.ts', code)).toEqual(keys);
  });
});

test('call and apply', async () => {
  const code = "t.call(this, 'a'); t.apply(null, ['b']); i18n.t.call(i18n, 'c'); f.call(x, 'no');";
  expect(await keysIn('a.ts', HOOK + code)).toEqual(['a', 'b', 'c']);
});

describe('elements that are made by calls', () => {
  test.each([
    ['React', "React.createElement(Trans, { i18nKey: 'a', ns: 'n' });", ['n:a']],
    [
      'of another name',
      "import { createElement as e } from 'react'; e(Trans, { i18nKey: 'a' });",
      ['a'],
    ],
    [
      'compiled',
      "_jsx(Trans, { i18nKey: 'a' }, 'no'); (0, _x.jsxs)(Trans, { i18nKey: 'b' });",
      ['a', 'b'],
    ],
    [
      'Vue',
      "h(I18nT, { keypath: 'a' }); h('i18n-t', { keypath: 'b' }); h(resolveComponent('i18n-t'), { keypath: 'c' });",
      ['a', 'b', 'c'],
    ],
    [
      'formatjs',
      "h(FormattedMessage, { id: 'a' }); h(FormattedMessage, { ...{ id: 'b' } });",
      ['a', 'b'],
    ],
    ['a function inside', "h(Translation, { ns: 'n' }, (t) => t('a'));", ['n:a']],
    ['another element', "h('p', { id: 'no', i18nKey: 'no' }); h(Other, { i18nKey: 'no' });", []],
    ['of another library', "import { Trans } from '@lingui/react'; h(Trans, { id: 'no' });", []],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.ts', code)).toEqual(keys);
  });

  test.each([
    "h(Trans, { i18nKey: 'k' }, 'Hello ', h('b', { x: 1 }, 'you'), '.');",
    "_jsxs(Trans, { i18nKey: 'k', children: ['Hello ', _jsx('b', { x: 1, children: 'you' }), '.'] });",
  ])('the text inside: %s', async (code) => {
    const { keys } = await wantedIn('a.ts', code);
    expect(keys).toMatchObject([{ key: 'k', text: 'Hello <1>you</1>.' }]);
  });
});

describe('types that code gives', () => {
  test.each([
    ['a variable', "const k: 'a' | 'b' = pick(); t(k);", ['a', 'b']],
    ['a cast', "t(x as 'a' | 'b'); t('c' as 'c' | 'no'); t('d' as const);", ['a', 'b', 'c', 'd']],
    ['a state', "const [k] = useState<'a' | 'b'>('a'); t(`p.${k}`);", ['p.a', 'p.b']],
    ['a reference', "const k = ref<'a' | 'b'>('a'); t(k.value);", ['a', 'b']],
    [
      'properties',
      "type P = Base & Readonly<{ k: 'a' | 'b' }>; const F = ({ k }: PropsWithChildren<P>) => t(k);",
      ['a', 'b'],
    ],
    [
      'properties of a component',
      "interface P { k: 'a' | 'b' } const F: React.FC<P> = ({ k }) => t(k); const G = memo<P>((p) => t(`g.${p.k}`));",
      ['a', 'b', 'g.a', 'g.b'],
    ],
    [
      'properties behind a reference',
      "const F = forwardRef<HTMLElement, { k: 'a' | 'b' }>(function F({ k }, ref) { return t(k); });",
      ['a', 'b'],
    ],
    [
      'what a comparison leaves of them',
      "const f = (k: 'a' | 'b' | 'c') => t(k === 'a' ? `x.${k}` : `y.${k}`); const g = (k: string) => t(k !== 'q' ? 'r' : `z.${k}`);",
      ['r', 'x.a', 'y.b', 'y.c', 'z.q'],
    ],
    [
      'what statements leave of them',
      "type K = 'a' | 'b' | 'c'; const f = (k: K) => { if (k === 'a' || k === 'b') { return t(`x.${k}`); } return t(`y.${k}`); }; function g(k: K) { if (!(k !== 'c')) return null; return k && t(`z.${k}`); }",
      ['x.a', 'x.b', 'y.c', 'z.a', 'z.b'],
    ],
    [
      'what a case leaves of them',
      "function f(k: 'a' | 'b' | 'c' | 'd') { switch (k) { case 'a': case 'b': return t(`x.${k}`); case 'c': g(); default: t(`y.${k}`); } switch (k) { case 'a': case 'b': return 1; default: return t(`z.${k}`); } }",
      ['x.a', 'x.b', 'y.a', 'y.b', 'y.c', 'y.d', 'z.c', 'z.d'],
    ],
    [
      'what && leaves of them',
      "const F = (k: 'a' | 'b' | 'c', ok: boolean) => <p>{k !== 'a' && ok && t(`x.${k}`)}{k === 'a' || k === 'b' || t(`y.${k}`)}</p>;",
      ['x.b', 'x.c', 'y.c'],
    ],
    [
      'all of what is set anew behind a comparison',
      "function f(k: 'a' | 'b') { if (k === 'a') { k = next(); t(`x.${k}`); } } let s = 'a'; function g() { if (s !== 'b') t(`y.${s}`); } s = 'b';",
      ['x.a', 'x.b', 'y.a'],
    ],
    [
      'what a comparison leaves of texts among others',
      "const f = (x: any) => { const k = x.k || (x.ok ? 'a' : 'b'); return k === 'a' || k === 'c' ? t('s') : t(`x.${k}`); };",
      ['s', 'x.*', 'x.b'],
    ],
    [
      'none where a name is unknown',
      "const M = {}; t(`p.${M[x] || '-'}.q`); t('s');",
      ['p.*.q', 's'],
    ],
    ['a template', "type S = 'a' | 'b'; const f = (k: `s.${S}`) => t(k);", ['s.a', 's.b']],
    [
      'a frozen list',
      "const L = Object.freeze(['a', 'b']); const f = (k: (typeof L)[number]) => t(k);",
      ['a', 'b'],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.tsx', HOOK + code)).toEqual(keys);
  });

  test('properties of components', async () => {
    const vue = `<script setup lang="ts">
const { t } = useI18n();
const props = withDefaults(defineProps<{ k: 'a' | 'b' }>(), { k: 'a' });
const { s = 'c' } = defineProps<{ s?: 'c' | 'd' }>();
const text = t(props.k) + t(s);
</script>`;
    expect(await keysIn('a.vue', vue)).toEqual(['a', 'b', 'c', 'd']);
    const svelte = `<script lang="ts">
  import { _ } from 'svelte-i18n';
  let { k = 'a' }: { k?: 'a' | 'b' } = $props();
</script>
{$_(k)}`;
    expect(await keysIn('a.svelte', svelte)).toEqual(['a', 'b']);
  });
});

describe('options of a Vue component', () => {
  const component = (options: string, template: string): string =>
    `<template><div>${template}</div></template>\n<script lang="ts">\nexport default ${options};\n</script>\n`;

  test.each([
    [
      'data',
      "{ data: () => ({ items: [{ label: 'a' }, { label: 'b' }] }) }",
      '<li v-for="item in items">{{ $t(item.label) }}</li>',
      ['a', 'b'],
    ],
    [
      'data that changes',
      "{ data() { return { p: 'p', k: 'a' }; } }",
      '{{ $t(`${p}.${k}`) }}',
      ['*.a', 'p.*', 'p.a'],
    ],
    [
      'data without a text yet',
      "{ data() { return { k: '' }; } }",
      '{{ $t(`p_${k}_q`) }}',
      ['p_*_q'],
    ],
    [
      'properties',
      "{ props: { k: { type: String, default: 'a' }, x: String } }",
      '{{ $t(k) }}',
      ['a'],
    ],
    [
      'types of properties',
      "{ props: { k: { type: String as PropType<'a' | 'b'> }, l: String as PropType<'c'> } }",
      '{{ $t(k) }}{{ $t(l) }}',
      ['a', 'b', 'c'],
    ],
    [
      'computed values',
      "{ computed: { k() { return this.x ? 'a' : 'b'; }, l: { get: () => 'c' } } }",
      '{{ $t(k) }}{{ $t(l) }}',
      ['a', 'b', 'c'],
    ],
    [
      'methods',
      "{ methods: { label(k) { return this.$t('p.' + k + '.b'); }, x() { return this.label('c'); } } }",
      "{{ label('a') }}",
      ['p.*.b', 'p.a.b', 'p.c.b'],
    ],
    [
      'what setup gives',
      "defineComponent({ setup() { const { t: tr } = useI18n(); const K = ['a']; return { tr, K }; } })",
      '<p v-for="k of K">{{ tr(k) }}</p>',
      ['a'],
    ],
    [
      'a local scope',
      "defineComponent({ setup() { const { t } = useI18n({ useScope: 'local', messages }); return { t }; } })",
      "{{ t('no') }}{{ $t('a') }}",
      ['a'],
    ],
  ])('%s', async (_, options, template, keys) => {
    const found = await keysIn('a.vue', component(options, template));
    expect(found.filter((key) => key !== '*.*')).toEqual(keys);
  });
});
