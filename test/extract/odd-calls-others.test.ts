import { testCalls, type Calls } from './odd-calls.js';

const R = "import { useTranslation, Trans } from 'react-i18next';\n";

const CALLS: readonly Calls[] = [
  [
    'param decorators',
    'a.ts',
    `import { t } from 'i18next';\nclass A { constructor(@Inject(X) private readonly x: X, public y = t('pd.y')) {} }`,
    ['pd.y'],
  ],
  [
    'const type params',
    'a.ts',
    `import { t } from 'i18next';\nfunction f<const T extends readonly string[]>(x: T): asserts x is T { t('ctp') }\ntype A<in out T> = T; let z = <const>['q'];`,
    ['ctp'],
  ],
  [
    'a class component',
    'a.tsx',
    `import { withTranslation } from 'react-i18next';\nclass A extends React.Component<P> { render() { const { t } = this.props; return <i>{t('cc.a')}{this.props.t('cc.b')}</i> } }\nexport default withTranslation('cls')(A)`,
    ['cls:cc.a', 'cls:cc.b'],
  ],
  [
    'vue sfc',
    'a.vue',
    `<script setup lang="ts">
import { useI18n } from 'vue-i18n'
const { t, te, n } = useI18n()
const props = defineProps<{ kind: 'a' | 'b' }>()
const label = computed(() => t(\`vs.kind.\${props.kind}\`))
const open = () => confirm(t('vs.confirm'))
</script>
<template>
  <h1 v-t="'vs.h1'" :title="t('vs.title')" @click="() => alert($t('vs.alert'))">{{ $t('vs.text', { n: 1 }) }}</h1>
  <i18n-t keypath="vs.slot" tag="p" scope="global"><template #link><a>{{ t('vs.link') }}</a></template></i18n-t>
  <li v-for="s in ['x', 'y']" :key="s">{{ t('vs.li.' + s) }}</li>
  <p v-t="{ path: 'vs.path', args: { a: 1 } }" v-if="te('vs.exists')" />
  <Comp v-bind:label="$t('vs.bind')" #default="{ item }">{{ item.ok ? $t('vs.yes') : $t("vs.no") }}</Comp>
</template>`,
    [
      'vs.kind.a',
      'vs.kind.b',
      'vs.confirm',
      'vs.h1',
      'vs.title',
      'vs.alert',
      'vs.text',
      'vs.slot',
      'vs.link',
      'vs.li.x',
      'vs.li.y',
      'vs.path',
      'vs.bind',
      'vs.yes',
      'vs.no',
    ],
  ],
  [
    'vue semicolon-free',
    'b.vue',
    `<template>
  <q-btn :label="$t('sf.a')" />
</template>
<script setup>
import { useI18n } from 'vue-i18n'
const { t } = useI18n()
const items = [
  t('sf.b'),
  t('sf.c')
]
;['x'].forEach(k => t(\`sf.\${k}\`))
</script>`,
    ['sf.a', 'sf.b', 'sf.c', 'sf.x'],
  ],
  [
    'vue i18n block',
    'c.vue',
    `<i18n lang="json">
{ "en": { "hello": "Hi", "sub": { "x": "X" } } }
</i18n>
<script setup>
const { t } = useI18n({ useScope: 'local' })
const { t: g } = useI18n({ useScope: 'global' })
g('ib.global')
</script>
<template><p>{{ t('hello') }} {{ t('sub.x') }} {{ $t('ib.app') }}</p></template>`,
    ['ib.global', 'ib.app'],
  ],
  [
    'vue i18n yaml block',
    'd.vue',
    `<template><p>{{ $t('local1') }} {{ $t('iy.global') }}</p></template>
<i18n lang="yaml">
en:
  local1: Hello
</i18n>`,
    ['iy.global'],
  ],
  [
    'vue options',
    'e.vue',
    `<template><v-data-table :headers="headers" :no-data-text="$t('vo.none')" /></template>
<script>
export default {
  data() { return { rules: [v => !!v || this.$t('vo.required')] } },
  computed: { headers() { return [{ text: this.$t('vo.name') }, { text: this.$i18n.t('vo.age') }] } },
  metaInfo() { return { title: this.$tc('vo.title', 2) } },
}
</script>`,
    ['vo.none', 'vo.required', 'vo.name', 'vo.age', 'vo.title'],
  ],
  [
    'vue tsx',
    'f.tsx',
    `import { defineComponent } from 'vue'; import { useI18n } from 'vue-i18n';
export default defineComponent({ setup(props, { slots }) { const { t } = useI18n(); return () => <div title={t('vt.a')}>{slots.default?.({ x: t('vt.b') })}<i18n-t keypath="vt.c" /></div> } })`,
    ['vt.a', 'vt.b', 'vt.c'],
  ],
  [
    'nuxt',
    'g.vue',
    `<script setup>
useHead({ title: () => $t('nx.title') })
definePageMeta({ title: 'nx.meta' })
const { $i18n } = useNuxtApp()
$i18n.t('nx.i')
useSeoMeta({ description: () => useNuxtApp().$i18n.t('nx.d') })
</script>`,
    ['nx.title', 'nx.i', 'nx.d'],
  ],
  [
    'svelte',
    'a.svelte',
    `<script lang="ts">
  import { _, t, json } from 'svelte-i18n';
  let { kind }: { kind: 'a' | 'b' } = $props();
  let title = $derived($_('sv.title', { default: 'Title' }));
  const items = [{ k: 'sv.one' }, { k: 'sv.two' }];
</script>
<svelte:head><title>{$_('sv.head')}</title></svelte:head>
{#each items as { k }, i (k)}<li>{$t(k)}</li>{:else}<p>{$_('sv.empty')}</p>{/each}
{#if a}{$_({ id: 'sv.obj', default: 'X' })}{:else if b}{$_('sv.elif')}{/if}
{#await p}{$_('sv.wait')}{:then v}{$_('sv.then', { values: { v } })}{:catch e}{$_('sv.err')}{/await}
{#snippet row(x)}<td aria-label={$_('sv.row')}>{@html $_('sv.html')}</td>{/snippet}
<button on:click={() => alert($_('sv.click'))} onclick={() => $_('sv.click2')} title="{$_('sv.attr')} !" class:x={$_('sv.cls')}>{@const z = $_('sv.const')}{z}</button>
{#key kind}{$_(\`sv.kind.\${kind}\`)}{/key}`,
    [
      'sv.title',
      'sv.head',
      'sv.one',
      'sv.two',
      'sv.empty',
      'sv.obj',
      'sv.elif',
      'sv.wait',
      'sv.then',
      'sv.err',
      'sv.row',
      'sv.html',
      'sv.click',
      'sv.click2',
      'sv.attr',
      'sv.cls',
      'sv.const',
      'sv.kind.a',
      'sv.kind.b',
    ],
  ],
  [
    'laravel-vue-i18n',
    'a.vue',
    `<script setup lang="ts">
import { trans, wTrans, wTransChoice as many } from 'laravel-vue-i18n';
const title = wTrans('lv.a'); const cars = many('lv.b', 2); alert(trans('lv.c'));
</script>
<template><p :title="$tChoice('lv.d', 3)">{{ $t('lv.e') }}</p></template>`,
    ['lv.a', 'lv.b', 'lv.c', 'lv.d', 'lv.e'],
  ],
  [
    'svelte module',
    'b.ts',
    `import { get } from 'svelte/store'; import { _, unwrapFunctionStore, format } from 'svelte-i18n';
const $f = unwrapFunctionStore(format); $f('sm.a'); get(_)('sm.b'); const t = get(format); t('sm.c')`,
    ['sm.a', 'sm.b', 'sm.c'],
  ],
  [
    'next-intl typed param',
    'b.ts',
    `import type { useTranslations } from 'next-intl'; export const schema = (t: ReturnType<typeof useTranslations<'Form'>>) => z.string().min(1, t('required')).email({ message: t('mail') })`,
    ['Form.required', 'Form.mail'],
  ],
  [
    'services of Angular',
    'a.ts',
    `import { TranslateService } from '@ngx-translate/core';
@Component({ selector: 'a', template: \`<h1>{{ 'ng.inline' | translate }}</h1>\` })
export class A { constructor(private translate: TranslateService) { this.translate.get('ng.get').subscribe(); this.translate.instant(['ng.i1', 'ng.i2']); this.translate.stream('ng.stream'); } private ts = inject(TranslateService); f() { return this.ts.instant('ng.inject', { v: 1 }) } }`,
    ['ng.get', 'ng.i1', 'ng.i2', 'ng.stream', 'ng.inject', 'ng.inline'],
  ],
  [
    'functions',
    'a.ts',
    `translate('fn.a'); app.lang.get('fn.b'); other.get('no'); new Message('fn.c'); __('fn.d', 1); gettext('no2'); translate(cond ? 'fn.e' : "fn.f")`,
    ['fn.a', 'fn.b', 'fn.c', 'fn.d', 'fn.e', 'fn.f'],
    { functions: ['translate', 'lang.get', 'Message', '__'] },
  ],
  [
    'components',
    'a.tsx',
    `<><Text i18nKey="co.a" /><Heading label="co.b" other="no" /><Heading label={x ? 'co.c' : 'co.d'} /><Ui.Text id="co.e" /></>`,
    ['co.a', 'co.b', 'co.c', 'co.d', 'co.e'],
    { components: ['Text', 'Heading[label]', 'Ui.Text'] },
  ],
  [
    'astro',
    'a.astro',
    `---
import { t } from 'i18next'
import Layout from '../layouts/Layout.astro'
const { lang } = Astro.params
const items = ['x', 'y'].map((k) => ({ label: t('as.' + k) }))
if (!lang) return Astro.redirect('/en')
---
<Layout title={t('as.title')}>
  <p>{t('as.p')}</p> {items.length > 0 && <span class="a">{t("as.span")}</span>}
  {cond ? (<b>{t('as.b')}</b>) : <i set:html={t('as.i')} />}
  <!-- {t('as.comment')} -->
</Layout>
<script>
  import i18next from 'i18next'
  i18next.t('as.client')
</script>
<style>p { color: red }</style>`,
    ['as.x', 'as.y', 'as.title', 'as.p', 'as.span', 'as.b', 'as.i', 'as.client'],
  ],
  [
    'astro useTranslations',
    'b.astro',
    `---
import { getLangFromUrl, useTranslations } from '../i18n/utils';
const lang = getLangFromUrl(Astro.url);
const t = useTranslations(lang);
---
<a href={translatePath('/home/')}>{t('at.home')}</a>`,
    ['at.home'],
  ],
  [
    'CommonJS',
    'a.cjs',
    `const i18next = require('i18next'); const { t } = require('i18next'); i18next.t('cj.a'); t('cj.b'); module.exports = { x: req.t('cj.c'), y: ctx.i18n.t('cj.d'), z: res.__('no') }`,
    ['cj.a', 'cj.b', 'cj.c', 'cj.d'],
  ],
  [
    'flow',
    'a.js',
    `// @flow
import type { T } from './t';
import { useTranslation } from 'react-i18next';
export default function F({ x }: {| x: ?string |}): React.Node { const { t } = useTranslation(); return <p>{t('fl.a')}{(x: any)}</p> }`,
    ['fl.a'],
  ],
  [
    'a component inside of memo and forwardRef',
    'a.tsx',
    R +
      `export default memo(forwardRef<HTMLDivElement, P>(function F({ label = 'no' }, ref) { const { t, i18n: { language } } = useTranslation('a'); return <div ref={ref} aria-label={t('m.x', { lng: language })}/> }))`,
    ['a:m.x'],
  ],
  [
    'i18n instance',
    'a.ts',
    `import i18n from '@/plugins/i18n'; export default [{ title: i18n.global.t('ig.a') }, { title: () => i18n.global.tc('ig.b', 2) }]`,
    ['ig.a', 'ig.b'],
  ],
  [
    'pinia',
    'a.ts',
    `import { useI18n } from 'vue-i18n'; export const useS = defineStore('s', () => { const { t, locale } = useI18n({ useScope: 'global' }); const l = computed(() => t('pi.a')); return { l } })`,
    ['pi.a'],
  ],
  [
    'JSX of Vue',
    'a.vue',
    `<script lang="tsx">
export default { render() { return <p title={this.$t('vj.a')}>{this.$t('vj.b')}</p> } }
</script>`,
    ['vj.a', 'vj.b'],
  ],
  [
    'vue pug',
    'a.vue',
    `<template lang="pug">
div
  h1(v-t="'pg.a'") {{ $t('pg.b') }}
  p(:title="$t('pg.c')") #[b {{ $t('pg.d') }}]
</template>`,
    ['pg.a', 'pg.b', 'pg.c', 'pg.d'],
  ],
  [
    'vue two scripts',
    'a.vue',
    `<script lang="ts">
export const KEYS = ['ts.a', 'ts.b'] as const
</script>
<script setup lang="ts">
const { t } = useI18n<{ message: S }>()
defineEmits<{ (e: 'x', v: string): void }>()
</script>
<template><li v-for="(k, i) of KEYS" :key="i">{{ t(k) }}</li><component :is="i18n-t" /><Translation keypath="ts.no" /></template>`,
    ['ts.a', 'ts.b', 'ts.no'],
  ],
  [
    'vue apostrophes',
    'a.vue',
    `<template><p>Don't {{ $t('ap.a') }} it's {{ $t("ap.b") }}</p><p v-text="$t('ap.c')" v-html="\`<b>\${$t('ap.d')}</b>\`" :style="{ '--x': 1 }" /></template>`,
    ['ap.a', 'ap.b', 'ap.c', 'ap.d'],
  ],
  [
    'vue ternary',
    'a.vue',
    `<template><b :class="[x ? 'on' : 'off', $t('tn.k')]">{{ isNew ? $t('tn.a') : $t('tn.b') }} {{ $t(isX ? 'tn.c' : 'tn.d') }}</b><i v-if="$te('tn.e')" @click.prevent="go($t('tn.f')); close()"></i></template>`,
    ['tn.k', 'tn.a', 'tn.b', 'tn.c', 'tn.d', 'tn.f'],
  ],
  [
    'dates and numbers of Vue',
    'a.vue',
    `<template>{{ $d(x, 'short') }}{{ $n(1, 'currency') }}{{ $rt(m) }}<i18n-n :value="1" format="c" /><i18n-d keypath="no" /></template>`,
    [],
  ],
  [
    'svelte 4',
    'a.svelte',
    `<script>
import { t } from '$lib/i18n'
export let x
$: label = $t('s4.a')
$: if (x) { title = $t(\`s4.\${x ? 'b' : 'c'}\`) }
</script>
<input placeholder={$t('s4.d')} bind:value={x} on:change={() => { msg = $t("s4.e") }} />
<Comp let:item label="{$t('s4.f')}"><svelte:fragment slot="x">{$t('s4.g', { values: { n: 1 } })}</svelte:fragment></Comp>
{#if x === 'a' && y > 1}{$t('s4.h')}{/if}
{@render row($t('s4.i'))}`,
    ['s4.a', 's4.b', 's4.c', 's4.d', 's4.e', 's4.f', 's4.g', 's4.h', 's4.i'],
  ],
  [
    'svelte ts runes',
    'a.svelte.ts',
    `import { get } from 'svelte/store'; import { t } from 'svelte-i18n'; export class S { label = $derived(get(t)('sr.a')); n = $state(0) }`,
    ['sr.a'],
  ],
  [
    'paraglide',
    'a.ts',
    `import { m } from './paraglide/messages.js'; import { bye } from '$lib/paraglide/messages'; m.hello({ name: 'x' }); m['a.b'](); bye(); m[k](); m.x.y(); m.z; { const m = f(); m.no() }`,
    ['a.b', 'bye', 'hello'],
  ],
  [
    'methods of functions',
    'a.ts',
    `class V { f() { this.lang.get('fm.a'); this.$lang.get('fm.no'); lang.get('fm.b', { x: 1 }) } } lang.getAll('no'); mylang.get('no')`,
    ['fm.a', 'fm.b'],
    { functions: ['lang.get'] },
  ],
  [
    'other names of functions',
    'a.ts',
    `import { translate as tr, __ } from './i18n'; tr('fa.a'); __('fa.b'); const { translate: q } = useX(); q('fa.c')`,
    ['fa.a', 'fa.b', 'fa.c'],
    { functions: ['translate', '__'] },
  ],
  [
    'astro comp',
    'a.astro',
    `---
const { t } = Astro.locals
const KEYS = { a: 'ac.a', b: 'ac.b' } as const
interface Props { kind: keyof typeof KEYS }
const { kind } = Astro.props
---
<ul>{Object.values(KEYS).map((k) => (<li class:list={['x', { y: true }]}>{t(k)}</li>))}</ul>
<Fragment set:html={t('ac.c', { x: 1 })} />
<input placeholder={\`\${t('ac.d')}…\`} {...rest} />`,
    ['ac.a', 'ac.b', 'ac.c', 'ac.d'],
  ],
  [
    'astro with a language, and a script of its own',
    'a.astro',
    `---
import { useTranslations } from '../i18n/utils';
const lang = Astro.currentLocale as 'en' | 'de';
const t = useTranslations(lang);
---
<h1>{t('al.a')}</h1>
<script>const t = (x) => document.querySelector(x); t('no.b'); import { t as tr } from 'i18next'; tr('al.c')</script>`,
    ['al.a', 'al.c'],
  ],
  [
    'solid',
    'a.tsx',
    `import { t, base } from './i18n';
const [state, setState] = createSignal<'on' | 'off'>('on');
const shop = scopedTranslator(t, 'shop');
const A = () => <><For each={['a', 'b'] as const}>{(x) => <i>{t(\`so.\${x}\`)}</i>}</For><Index each={KEYS}>{(x) => t(x())}</Index><b>{t(\`so.\${state()}\`)}</b>{shop('title')}</>;`,
    ['shop.title', 'so.a', 'so.b', 'so.off', 'so.on'],
  ],
  [
    'a module without semicolons',
    'a.mjs',
    `import i18next from 'i18next'\nawait i18next.init({})\nconst t = i18next.t.bind(i18next)\nconsole.log(t('mj.a'), i18next.t\`mj.b\`)\nexport { t as default }`,
    ['mj.a', 'mj.b'],
  ],
  [
    'jQuery',
    'a.js',
    `var i18n = require('./i18n'), t = i18n.t; (function ($) { $('#x').text(i18n.t('ol.a')); $.each(['q'], function (i, k) { t('ol.' + k) }) })(jQuery)`,
    ['ol.a', 'ol.*'],
  ],
  [
    'qwik speak',
    'a.tsx',
    `import { inlineTranslate } from 'qwik-speak';
export default component$(() => { const say = inlineTranslate(); const say$ = $((key: string) => inlineTranslate()(key));
const ask = $(async () => confirm(await say$('qs.ask'))); return <b title={say('qs.title@@Title')}>{inlineTranslate()('qs.text')}</b> });`,
    ['qs.ask', 'qs.title', 'qs.text'],
  ],
  [
    'translators of solid',
    'a.tsx',
    `import * as i18n from '@solid-primitives/i18n'; import { translator } from './other';
const say = i18n.translator(dict, i18n.resolveTemplate); const all = i18n.chainedTranslator(dicts, say); const no = translator(dict);
say('st.a', { n }); all('st.b'); no('no.c'); i18n.scopedTranslator(say, 'st')('d');`,
    ['st.a', 'st.b', 'st.d'],
  ],
  [
    'the component of vue-i18n 8',
    'a.vue',
    `<template>
  <div>
    <i18n path="v8.text" tag="p"><a place="link">{{ $t('v8.link') }}</a></i18n>
    <i18n :path="open ? 'v8.open' : 'v8.done'"><b>{{ $tc('v8.n', 2) }}</b></i18n>
  </div>
</template>
<i18n>
{ "en": { "own": "{{ $t('no') }}" } }
</i18n>`,
    ['v8.text', 'v8.link', 'v8.open', 'v8.done', 'v8.n'],
  ],
  [
    'an alias for the type of a translator',
    'a.ts',
    `type Say = ReturnType<typeof useTranslations<'form'>>; type Srv = Awaited<ReturnType<typeof getTranslations<'srv'>>>; type Loop = Loop;
export const schema = (t: Say) => z.string().min(1, t('min')); export const rows = ({ tr }: { tr: Srv }) => tr('b'); export const no = (x: Loop) => x('c')`,
    ['form.min', 'srv.b'],
  ],
  [
    'messages of its own',
    'a.ts',
    `import { createTranslator } from 'next-intl'; const own = createTranslator({ locale, messages: { check: text } }); own.markup('check');
const t = createTranslator({ locale, messages, namespace: 'Mail' }); t('subject')`,
    ['Mail.subject'],
  ],
  [
    'i18next of solid',
    'a.tsx',
    `import { useTransContext, Trans } from '@mbarzda/solid-i18next'; import { Trans as Other } from 'react-i18next';
const A = () => { const [say] = useTransContext(); return <><h1>{say('si.a')}</h1><Trans key="si.b" options={{ n }}>Text</Trans><Other key="no">Text</Other></> }`,
    ['si.a', 'si.b', 'Text'],
  ],
  [
    'tolgee',
    'a.tsx',
    `import { useTranslate, T } from '@tolgee/react'; const A = () => { const { t } = useTranslate('tg'); return <><T keyName="a">A</T>{t({ key: 'b', defaultValue: 'B' })}</> }`,
    ['a', 'tg:b'],
  ],
];

testCalls(CALLS);
