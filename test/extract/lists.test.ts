import { describe, expect, test } from 'vitest';
import { HOOK, keysIn } from './keys-in.js';

describe('values of code', () => {
  test.each([
    [
      'entries of an object',
      "const M = { a: 'x', b: 'y' }; Object.entries(M).map(([k, v]) => t(v)); for (const [k, v] of Object.entries(M)) t(`k.${k}`);",
      ['k.a', 'k.b', 'x', 'y'],
    ],
    [
      'a Map and a Set',
      "for (const [k, v] of new Map([['a', 'x']])) t(v); const S = new Set(['b']); for (const s of S) t(s);",
      ['b', 'x'],
    ],
    [
      'a list that is made once',
      "const L = useMemo(() => [{ k: 'a' }], []); L.map((l) => t(l.k)); const M = Object.freeze({ x: 'b' }); t(M[y]);",
      ['a', 'b'],
    ],
    [
      'a variable that is set later',
      "let k; switch (x) { case 1: k = 'a'; break; default: k = 'b'; } t(k); let m = 'c'; if (x) m = 'd'; t(m);",
      ['a', 'b', 'c', 'd'],
    ],
    ['a variable that is set to itself', "let k = 'a'; k = k + '.b'; k = f(k); t(k);", ['a']],
    ['joined names', "t(['a', 'b'].join('.')); t('c.'.concat('d'));", ['a.b', 'c.d']],
    [
      'a text that is looked up by an unknown name',
      "const M = { x: 'a', y: 'b' }; t(M[k]); t(M.x + '_s');",
      ['a', 'a_s', 'b'],
    ],
    [
      'a text that is looked up by a known name, within another',
      "const M = { x: 'a', y: 'b' }; const k: 'x' | 'y' = f(); t('c.' + M[k]); ['d'].map((l) => t(`e.${l}`));",
      ['c.a', 'c.b', 'e.d'],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.tsx', HOOK + code)).toEqual(keys);
  });

  // Not every combination exists: `OSRM[step.id] + '_with_exit'`.
  test.each([
    ["t('c.' + M[k]);", 'c.*'],
    ["t(M[k] + '_s');", '*_s'],
    ['t(`c.${M[k]}.s`);', 'c.*.s'],
    ["let c = 'c.' + M[k]; t(c); t(c + '_s');", 'c.*'],
    ["const c = M[k]; if (x) t('c.' + (c ?? 'd'));", 'c.*'],
    ["t('c.' + (x ? M[k] : 'x'));", 'c.*'],
    ["t('c.'.concat(M[k]));", 'c.*'],
    ["t(['c', M[k]].join('.'));", 'c.*'],
    ["const of = (k) => M[k]; t('c.' + of(n));", 'c.*'],
    ["const L = ['x', 'y']; L.map((_, at) => t(`c.${L[at - 1]}`));", 'c.*'],
    ["t('c.' + M[k].name);", 'c.*'],
    ['class C { static M = M; f() { t(`c.${C.M[this.k]}`); } }', 'c.*'],
  ])('looked up by an unknown name, a text adds no key within another: %s', async (code, one) => {
    const M = "const M = { x: 'a', y: 'b', z: { name: 'n' } };";
    const found = await keysIn('a.tsx', `${HOOK}${M} ${code}`);
    expect(found).toContain(one);
    expect(found.filter((key) => !key.includes('*') && !/^c\.[dx]$/.test(key))).toEqual([]);
  });

  test('variables that name each other take no time', async () => {
    const code = "a = b + '1'; b = a + '2';".repeat(300);
    expect(await keysIn('a.ts', `${HOOK}let a = 'x', b = 'y'; ${code} t(a);`)).toContain('x');
  });

  test('variables that are found by each other end', async () => {
    const code =
      "export let at = 0; export let chosen = ''; function f() { const one = all[chosen]; at = one.index; chosen = all[at].id; }";
    expect(await keysIn('a.ts', `${HOOK}${code} t('a');`)).toEqual(['a']);
  });
});

describe('functions that give a translator', () => {
  test.each([
    [
      'a hook of the file, whatever its name',
      "const useT = () => useTranslation('n'); const { t } = useT(); t('a');",
      ['n:a'],
    ],
    [
      'a hook that gives t',
      "function useTr() { const { t } = useTranslation('n'); return t; } const t = useTr(); t('a');",
      ['n:a'],
    ],
    [
      'a hook that gives an object',
      "function useTr() { const { t } = useTranslation('n', { keyPrefix: 'p' }); return { t }; } const { t } = useTr(); t('a');",
      ['n:p.a', 'p.*'],
    ],
    [
      'calls that speak of it',
      "const t = useOurTranslations(); t('a'); { const t = useContext(I18nContext); t('b'); } { const t = inject('t'); t('c'); }",
      ['a', 'b', 'c'],
    ],
    ['calls that do not', "const t = useToast(); t('no'); { const t = debounce(f); t('no'); }", []],
    ['a variable that is set later', "let t; on(() => { t = get(_); }); t('a');", ['a']],
  ])('%s', async (_, code, keys) => {
    expect(
      await keysIn('a.ts', `import { useTranslation } from 'react-i18next';\n${code}`),
    ).toEqual(keys);
  });

  test.each([
    ["import { useTranslations } from '../i18n/utils';\nconst t = useTranslations(lang);", ['a']],
    ["import { useTranslations } from 'next-intl';\nconst t = useTranslations(ns);", ['*.a']],
    ["import { useTranslations } from '@/i18n';\nconst t = useTranslations('N');", ['N.a']],
  ])('%s', async (code, keys) => {
    expect(await keysIn('a.astro', `---\n${code}\n---\n<p>{t('a')}</p>`)).toEqual(keys);
  });

  test('a component of another package', async () => {
    const code = "import { Trans } from '@lingui/react/macro'; const x = <Trans>Hello</Trans>;";
    expect(await keysIn('a.tsx', code)).toEqual([]);
  });
});

describe('messages of formatjs', () => {
  test.each([
    [
      'one of several',
      "const M = { a: { id: 'a' }, b: { id: 'b' } }; intl.formatMessage(M[x]);",
      ['a', 'b'],
    ],
    [
      'a list',
      "const L = [{ id: 'a' }, { id: 'b' }]; L.map((m) => <FormattedMessage {...m} />);",
      ['a', 'b'],
    ],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.tsx', code)).toEqual(keys);
  });
});

describe('Vue', () => {
  const vue = (template: string, script = ''): string =>
    `<script setup lang="ts">\n${script}\n</script>\n<template>\n${template}\n</template>\n`;

  test.each([
    ['a list of texts', vue("<li v-for=\"k in ['a', 'b']\">{{ $t(k) }}</li>"), ['a', 'b']],
    [
      'a list of the script',
      vue(
        '<li :title="$t(x.k)" v-for="(x, i) in L">{{ $t(`n.${i}`) }}</li>',
        "const L = [{ k: 'a' }, { k: 'b' }]",
      ),
      ['a', 'b', 'n.*'],
    ],
    [
      'lists side by side and inside of each other',
      vue(
        '<div v-for="x in A"><p v-for="{ k } of x.l">{{ $t(k) }}</p></div><p v-for="x in B">{{ $t(x) }}</p>',
        "const A = [{ l: [{ k: 'a' }] }]\nconst B = ref(['b'])",
      ),
      ['a', 'b'],
    ],
    [
      'values of an object',
      vue('<li v-for="(v, k) in M">{{ $t(v) }}</li>', "const M = computed(() => ({ x: 'a' }))"),
      ['a'],
    ],
    ['a ref', vue('<p/>', "const L = ref(['a'])\nL.value.map((x) => t(x))"), ['a']],
    ['a directive with a modifier', vue(`<p v-t.preserve="'a'" />`), ['a']],
    [
      'a component by its name',
      vue(`<component is="i18n-t" keypath="a" /><component :is="'i18n-t'" keypath="b" />`),
      ['a', 'b'],
    ],
    [
      'messages of another file',
      `${vue("<p>{{ $t('a') }}</p>")}<i18n src="./a.json"></i18n>\n`,
      [],
    ],
    ['a function for an event', vue(`<p @click="function () { f($t('a')) }" />`), ['a']],
    [
      'a block of another tool',
      `${vue("<p>{{ $t('a') }}</p>")}<docs>\n{{ $t('no') }}\n</docs>\n`,
      ['a'],
    ],
    ['Pug', '<template lang="pug">\np(:title=`$t("a")`)\n</template>', ['a']],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.vue', code)).toEqual(keys);
  });
});

describe('Svelte', () => {
  const IMPORT =
    "<script lang=\"ts\">\nimport { _ } from 'svelte-i18n'\nconst L = [{ k: 'a' }, { k: 'b' }]\n</script>\n";

  test.each([
    ['a list', "{#each L as l (l.k)}{$_(l.k)}{:else}{$_('c')}{/each}", ['a', 'b', 'c']],
    ['parts of its elements', '{#each L as { k }, i (k)}{$_(k)}{/each}', ['a', 'b']],
    [
      'types',
      "{#each (L as T[]) as l}{$_('c')}{/each}{#each f($_('d') as string) as l}x{/each}",
      ['c', 'd'],
    ],
    ['a regular expression', `{x.replace(/['"{]/g, '')}{$_('a')} {b / c} {$_('d')}`, ['a', 'd']],
    ['values without quotes', "<p class=a{$_('a')}b title=x>{$_('b')}</p>", ['a', 'b']],
    ['quotes in quotes', `<p title="It's {$_('a')}" alt='{$_('b')}' />{$_('c')}`, ['a', 'b', 'c']],
  ])('%s', async (_, code, keys) => {
    expect(await keysIn('a.svelte', IMPORT + code)).toEqual(keys);
  });
});

test.each([
  ['a.svelte', `<T key="a" /><T key={'b'} /><T key={\`c.\${x}\`} /><U key="no" />`],
  ['a.astro', `<T key="a" /><T key={'b'} />{x && <T key={\`c.\${x}\`} />}`],
  ['a.vue', `<template><T key="a" /><T :key="'b'" /><T :key="\`c.\${x}\`" /></template>`],
])('components of the config in %s', async (file, code) => {
  expect(await keysIn(file, code, { components: ['T[key]'] })).toEqual(['a', 'b', 'c.*']);
});

test('Trans in a page of Astro', async () => {
  expect(await keysIn('a.astro', '<Trans i18nKey="a"><b>x</b></Trans>')).toEqual(['a']);
});
