import { testCalls, type Calls } from './odd-calls.js';

const R = "import { useTranslation, Trans } from 'react-i18next';\n";

const CALLS: readonly Calls[] = [
  [
    'selectors',
    'a.tsx',
    R +
      `export function A(){ const { t } = useTranslation('shop'); return <p title={t($ => $.cart.title)}>{t($ => $.cart.items, { count: 3 })}{t(($) => $['weird-key'].sub)}</p> }`,
    ['shop:cart.title', 'shop:cart.items', 'shop:weird-key.sub'],
  ],
  [
    'selectors with several namespaces',
    'a.tsx',
    R +
      `const { t } = useTranslation(['shop','common']); t($ => $.common.ok); t(($) => { return $.cart.pay })`,
    ['common:ok', 'shop:cart.pay'],
  ],
  [
    'a selector with a namespace of its own',
    'a.tsx',
    R +
      `const { t } = useTranslation(['shop','common']); t($ => $.cart.two, { ns: 'other' }); t($ => $.def, { ns: ['legal'], defaultValue: 'Def' }); t($ => $.common.ok, { count: 2 })`,
    ['other:cart.two', 'legal:def', 'common:ok'],
  ],
  [
    'a selector behind a prefix',
    'a.tsx',
    R +
      `const { t } = useTranslation('shop', { keyPrefix: 'cart' }); t($ => $.title); t('sub', { defaultValue: 'Sub' })`,
    ['shop:cart.title', 'shop:cart.sub'],
  ],
  [
    'a selector of Trans',
    'a.tsx',
    R + `<Trans i18nKey={$ => $.terms.text} ns="legal" components={{ a: <a/> }} />`,
    ['legal:terms.text'],
  ],
  [
    'keyPrefix selector',
    'a.tsx',
    R +
      `const { t } = useTranslation('shop', { keyPrefix: $ => $.cart.form }); t($ => $.name); t('mail')`,
    ['shop:cart.form.name', 'shop:cart.form.mail'],
  ],
  [
    'using',
    'a.ts',
    `import i18next from 'i18next';\nasync function f(){ using h = open(); await using z = open2(); return i18next.t('using.key') }`,
    ['using.key'],
  ],
  [
    'decorators',
    'a.ts',
    `import { t } from 'i18next';\n@Component({ title: t('deco.title') })\nclass A { @Input() accessor label = t('deco.label'); @Output({alias: 'x'}) y!: string; static { t('deco.static') } #p = t('deco.private'); }`,
    ['deco.title', 'deco.label', 'deco.static', 'deco.private'],
  ],
  [
    'satisfies const',
    'a.ts',
    `import { t } from 'i18next';\nconst M = { open: 'st.open', closed: 'st.closed' } as const satisfies Record<string, string>;\nexport const f = (s: keyof typeof M) => t(M[s]);`,
    ['st.open', 'st.closed'],
  ],
  [
    'enum',
    'a.ts',
    `import { t } from 'i18next';\nexport const enum K { A = 'en.a', B = 'en.b' }\nt(K.A); declare let k: K; t(k);`,
    ['en.a', 'en.b'],
  ],
  [
    'generic arrow tsx',
    'a.tsx',
    R +
      `export const L = <T,>({ x }: { x: T }) => { const { t } = useTranslation(); return <b>{t('ga.b')}</b> }; const id = <T extends object>(v: T) => v; `,
    ['ga.b'],
  ],
  [
    'import type',
    'a.ts',
    `import type { TFunction } from 'i18next';\nimport { type Foo, bar } from './x';\nexport function cols(t: TFunction<'tbl', 'cols'>) { return [t('name'), t('age', 'Age')] }`,
    ['tbl:cols.name', 'tbl:cols.age'],
  ],
  [
    'import attrs',
    'a.ts',
    `import d from './d.json' with { type: 'json' };\nimport defer * as ns from 'x';\nimport i18n from 'i18next'; i18n.t('ia')`,
    ['ia'],
  ],
  [
    'regex v',
    'a.ts',
    `import i18n from 'i18next'; const r = /[\\p{L}--[a-z]]/v; i18n.t('rv'); label: for (;;) break label;`,
    ['rv'],
  ],
  [
    'optional chain',
    'a.tsx',
    R +
      `const { t } = useTranslation(); props.t?.('oc.a'); t?.('oc.b'); const x = y ? t('oc.c') : t(z ? 'oc.d' : 'oc.e')`,
    ['oc.a', 'oc.b', 'oc.c', 'oc.d', 'oc.e'],
  ],
  [
    'lists and renamed functions',
    'a.tsx',
    R +
      `const [t, i18n] = useTranslation(); t(['ar.a', 'ar.b']); const { t: tr } = useTranslation('n2', { keyPrefix: 'p' }); tr('x')`,
    ['ar.a', 'ar.b', 'n2:p.x'],
  ],
  [
    'plurals and contexts',
    'a.tsx',
    R +
      `const { t } = useTranslation(); t('pl.friend', { context: g === 'm' ? 'male' : 'female', count: n }); t('pl.rank', { ordinal: true, count: 1 })`,
    ['pl.friend', 'pl.rank'],
  ],
  [
    'Trans of the app itself',
    'a.tsx',
    'import { Trans } from \'./trans\'; <><Trans>Plain</Trans><Trans i18nKey="own.a">Text</Trans></>',
    ['own.a'],
  ],
  [
    'Trans children',
    'a.tsx',
    R +
      `<><Trans i18nKey="tr.a">Hello <b>{{ name }}</b></Trans><Trans i18nKey={cond ? 'tr.b' : 'tr.c'} count={n} /><Trans t={t} ns="zz" i18nKey="tr.d" defaults="X" /></>`,
    ['tr.a', 'tr.b', 'tr.c', 'zz:tr.d'],
  ],
  [
    'columns and tabs in useMemo',
    'a.tsx',
    R +
      `const { t } = useTranslation(); const cols = useMemo(() => [{ h: t('um.a') }, { h: t('um.b') }], [t]); const tabs = ['x','y'].map((k) => ({ k, l: t(\`um.tab.\${k}\`) }))`,
    ['um.a', 'um.b', 'um.tab.x', 'um.tab.y'],
  ],
  [
    'a map of labels',
    'a.tsx',
    R +
      `const { t } = useTranslation(); const LABEL: Record<Status, string> = { on: 'sm.on', off: 'sm.off' }; const f = (s: Status) => t(LABEL[s] ?? 'sm.none')`,
    ['sm.on', 'sm.off', 'sm.none'],
  ],
  [
    'namespaces in calls',
    'a.tsx',
    R +
      `const { t } = useTranslation(); t('other:nc.a'); t('nc.b', { ns: 'more' }); t('Time: now')`,
    ['other:nc.a', 'more:nc.b', 'Time: now'],
  ],
  [
    'what only looks like t',
    'a.ts',
    `import i18n from 'i18next';\ntest('x.y', () => {}); const s = new Set('a'); path.t = 1; emit('not.key'); require('z.z'); format('no.key'); list.at('q'); i18n.t('nt.a'); it('does', () => {});`,
    ['nt.a'],
  ],
  [
    'shadowed t',
    'a.ts',
    `import i18n from 'i18next';\n[1].map((t) => t.toFixed(1)); const f = (t: number) => String(t); setTimeout(() => {}, 1); for (const [t, v] of m) { use(t, v) } i18n.t('sh.a')`,
    ['sh.a'],
  ],
  [
    'react-intl',
    'a.tsx',
    `import { FormattedMessage, defineMessages, defineMessage, useIntl, FormattedHTMLMessage } from 'react-intl';
const m = defineMessages({ a: { id: 'ri.a', defaultMessage: 'A', description: 'n' }, b: { id: 'ri.b', defaultMessage: 'B' } });
const one = defineMessage({ id: 'ri.one', defaultMessage: 'One' });
export const X = () => { const intl = useIntl(); const { formatMessage: f, formatMessage } = useIntl();
 return <div title={intl.formatMessage({ id: 'ri.t', defaultMessage: 'T' })} alt={f({ id: 'ri.f', defaultMessage: 'F' })}>
 <FormattedMessage id="ri.el" defaultMessage="El {x}" values={{ x: 1 }} /><FormattedMessage {...m.a} /><FormattedMessage id={c ? 'ri.c1' : 'ri.c2'} defaultMessage="Z" />{formatMessage(m.b)}{intl.$t({ id: 'ri.dollar', defaultMessage: 'x' })}</div> }`,
    ['ri.a', 'ri.b', 'ri.one', 'ri.t', 'ri.f', 'ri.el', 'ri.c1', 'ri.c2', 'ri.dollar'],
  ],
  [
    'messages without an id',
    'b.tsx',
    `import { FormattedMessage } from 'react-intl'; <FormattedMessage defaultMessage="No id" description="d" />; <FormattedDate value={x} id="not.key" />`,
    [],
  ],
  [
    'injectIntl',
    'c.tsx',
    `import { injectIntl, type WrappedComponentProps } from 'react-intl'; class A extends C<WrappedComponentProps> { f() { return this.props.intl.formatMessage({ id: 'ii.a', defaultMessage: 'A' }) } } export default injectIntl(A)`,
    ['ii.a'],
  ],
  [
    'next-intl',
    'a.tsx',
    `import { useTranslations, useFormatter } from 'next-intl'; import { getTranslations, setRequestLocale } from 'next-intl/server';
export async function generateMetadata({ params: { locale } }) { const t = await getTranslations({ locale, namespace: 'Meta' }); return { title: t('title') } }
export default function P() { const t = useTranslations('Home'); const tc = useTranslations('Common.buttons'); const tr = useTranslations();
 return <main>{t('title')}{t.rich('intro', { b: (c) => <b>{c}</b> })}{tc('save')}{tr('Root.deep.key')}{t.raw('list')}{t.has('maybe') && t('maybe')}{(['x','y'] as const).map((k) => t(\`tabs.\${k}.label\`))}</main> }`,
    [
      'Meta.title',
      'Home.title',
      'Home.intro',
      'Common.buttons.save',
      'Root.deep.key',
      'Home.list',
      'Home.maybe',
      'Home.tabs.x.label',
      'Home.tabs.y.label',
    ],
  ],
  [
    'JSX without types',
    'a.jsx',
    `import { useTranslation } from 'react-i18next'
export default () => {
  const { t } = useTranslation()
  return <div dangerouslySetInnerHTML={{ __html: t('hj.a') }}>{[...Array(3)].map((_, i) => <p key={i}>{t('hj.b')}</p>)}</div>
}`,
    ['hj.a', 'hj.b'],
  ],
  [
    'getFixedT',
    'a.ts',
    `import i18n from 'i18next'; const tf = i18n.getFixedT(null, 'fx', 'pre'); tf('a'); const { t } = await getServerTranslation('de', 'srv', { keyPrefix: 'k' }); i18n.t('x', { lng: 'de', ns: 'zz' })`,
    ['fx:pre.a', 'zz:x'],
  ],
  [
    'default texts in objects',
    'a.tsx',
    R +
      `const { t } = useTranslation(); toast({ title: t('do.a', { defaultValue: 'A {{x}}', x }), action: <B label={t('do.b', 'B')} /> }); throw new Error(t('do.c'))`,
    ['do.a', 'do.b', 'do.c'],
  ],
  [
    'entries and loops',
    'a.tsx',
    R +
      `const { t } = useTranslation(); const o = Object.entries({ a: 'rd.a', b: 'rd.b' }).map(([k, v]) => <o key={k}>{t(v)}</o>); for (const k of ['rd.c', 'rd.d'] as const) t(k)`,
    ['rd.a', 'rd.b', 'rd.c', 'rd.d'],
  ],
  [
    'members of objects and lists',
    'a.tsx',
    R +
      `const { t } = useTranslation(); const k = { title: 'oa.t' } as const; t(k['title']); const STEPS = [{ id: 1, label: 'oa.s1' }, { id: 2, label: 'oa.s2' }]; STEPS.map(({ label }) => t(label)); STEPS.find(s => s.id)?.label && t(STEPS[0]!.label)`,
    ['oa.t', 'oa.s1', 'oa.s2'],
  ],
  [
    'templates and sums of texts',
    'a.tsx',
    R +
      "const { t } = useTranslation(); t('tc.' + 'a'); t(`tc.${'b'}`); const p = 'tc.c'; t(`${p}.d`); t(`dyn.${x}.end`)",
    ['tc.a', 'tc.b', 'tc.c.d', 'dyn.*.end'],
  ],
  [
    'questions for a key',
    'a.ts',
    `import i18n from 'i18next'; if (i18n.exists('ex.a')) i18n.t('ex.b')`,
    ['ex.b'],
  ],
  [
    'texts of JSX with apostrophes',
    'a.tsx',
    R + `<p>don't t('no.key') {/* t('no2') */}{t('jt.a')} it's</p>`,
    ['jt.a'],
  ],
  [
    'comments',
    'a.ts',
    `import i18n from 'i18next';\n// i18n.t('cm.no') is the old way\n/* t('cm.no2') in a text */\n// t('cm.hint')\ni18n.t(/* c */ 'cm.a' /* d */)`,
    ['cm.hint', 'cm.a'],
  ],
  [
    'next-i18next',
    'a.tsx',
    `import { useTranslation } from 'next-i18next'; const { t } = useTranslation(['home', 'common']); t('ni.a'); t('common:ni.b')`,
    ['home:ni.a', 'common:ni.b'],
  ],
  [
    'a hook that gives a list',
    'a.tsx',
    `import { useI18n } from '@solid-primitives/i18n'; const [t] = useI18n(); <p>{t('so.a')}</p>`,
    ['so.a'],
  ],
  [
    'choices inside of choices',
    'a.tsx',
    R +
      `const { t } = useTranslation(); t(a ? 'lt.a' : b ? 'lt.b' : c && 'lt.c'); t((a, 'lt.d')); t(a || 'lt.e'); t(m ?? 'lt.f')`,
    ['lt.a', 'lt.b', 'lt.c', 'lt.d', 'lt.e', 'lt.f'],
  ],
  [
    'satisfies t!',
    'a.tsx',
    R +
      `const { t } = useTranslation(); t!('sx.a'); (t as any)('sx.b'); (t satisfies Function)('sx.c');`,
    ['sx.a', 'sx.b', 'sx.c'],
  ],
  [
    'render prop',
    'a.tsx',
    R +
      `<Controller render={({ field }) => <Input {...field} placeholder={t('rp.p')} error={errors.x && t(errors.x.message ?? 'rp.e')} />} />`,
    ['rp.p', 'rp.e'],
  ],
  [
    'zod',
    'a.ts',
    `import i18n from './i18n'; export const S = z.object({ a: z.string().min(2, { message: i18n.t('z.min', { count: 2 }) }).refine(v => v, () => ({ message: i18n.t('z.ref') })) })`,
    ['z.min', 'z.ref'],
  ],
  [
    'yup msg keys',
    'a.ts',
    `import i18next, { t } from 'i18next'; const E = { 400: 'y.400', 401: 'y.401' } as const; export const msg = (c: keyof typeof E) => t(E[c], { defaultValue: t('y.def') })`,
    ['y.400', 'y.401', 'y.def'],
  ],
  [
    'generator',
    'a.ts',
    `import { t } from 'i18next'; function* g() { yield t('g.a'); yield* [t('g.b')]; } async function* h() { for await (const x of y) yield t('g.c') } label: { t('g.d'); }`,
    ['g.a', 'g.b', 'g.c', 'g.d'],
  ],
  [
    'class field arrow',
    'a.ts',
    `import i18n from 'i18next'; class A { static #x = i18n.t('cf.a'); handler = () => i18n.t('cf.b'); get label() { return i18n.t('cf.c') } async *[Symbol.asyncIterator]() { yield i18n.t('cf.d') } }`,
    ['cf.a', 'cf.b', 'cf.c', 'cf.d'],
  ],
  [
    'namespace',
    'a.ts',
    `import { t } from 'i18next'; export namespace N { export const l = t('na.a'); namespace M.O { t('na.b') } } declare module 'x' { interface Y { a: 'b' } } export = N;`,
    ['na.a', 'na.b'],
  ],
  [
    'overloads and abstract classes',
    'a.ts',
    `import { t } from 'i18next'; abstract class A { abstract f(): void; g(): void; g(x?: number): void { t('ov.a') } declare x: string; override h() { t('ov.b') } } function f(a: string): void; function f(a: any) { t('ov.c') }`,
    ['ov.a', 'ov.b', 'ov.c'],
  ],
  [
    'template literal types',
    'a.ts',
    `import { t } from 'i18next'; type K = \`tl.\${'a' | 'b'}\`; declare const k: K; t(k); function f(x: 'p' | 'q') { return t(\`tl2.\${x}\`) }`,
    ['tl.a', 'tl.b', 'tl2.p', 'tl2.q'],
  ],
  [
    'properties of a union',
    'a.tsx',
    R +
      `interface P { size: 'sm' | 'lg'; kind?: Kind } type Kind = 'x' | 'y'; export const C: FC<P> = ({ size, kind = 'x' }) => { const { t } = useTranslation(); return <p>{t(\`up.\${size}\`)}{t(\`uk.\${kind}\`)}</p> }`,
    ['up.sm', 'up.lg', 'uk.x', 'uk.y'],
  ],
  [
    'enum values',
    'a.tsx',
    R +
      `enum S { A = 'a', B = 'b' } const { t } = useTranslation(); Object.values(S).map((s) => t(\`ev.\${s}\`)); Object.keys({ q: 1, r: 2 }).forEach((k) => t('ek.' + k))`,
    ['ev.a', 'ev.b', 'ek.q', 'ek.r'],
  ],
  [
    'a function with a switch',
    'a.tsx',
    R +
      `function keyOf(s: string) { switch (s) { case 'a': return 'sr.a'; default: return 'sr.b' } } const { t } = useTranslation(); t(keyOf(x))`,
    ['sr.a', 'sr.b'],
  ],
  [
    'a variable that is set later',
    'a.tsx',
    R +
      `const { t } = useTranslation(); let key = 'la.a'; if (x) key = 'la.b'; else if (y) { key = 'la.c' } t(key)`,
    ['la.a', 'la.b', 'la.c'],
  ],
  [
    'returnObjects',
    'a.tsx',
    R +
      `const { t } = useTranslation(); (t('ro.list', { returnObjects: true }) as string[]).map((x) => <li>{x}</li>)`,
    ['ro.list'],
  ],
  [
    'formatjs imperative',
    'a.ts',
    `import { createIntl } from '@formatjs/intl'; const intl = createIntl({ locale: 'en', messages }); intl.formatMessage({ id: 'fi.a', defaultMessage: \`A {n, plural, one {#} other {#}}\` }); export const nav = defineMessages({ x: { id: 'fi.x', defaultMessage: 'X' } } as const);`,
    ['fi.a', 'fi.x'],
  ],
  [
    'formatjs concat',
    'a.tsx',
    `import { FormattedMessage } from 'react-intl'; <FormattedMessage id="fc.a" defaultMessage={'One ' + 'two'} description={{ text: 'x' }} />; <FormattedMessage id={\`fc.\${x}\`} />; intl.formatMessage(messages[key]);`,
    ['fc.a', 'fc.*'],
  ],
  [
    'next-intl client',
    'a.tsx',
    `'use client'; import { useTranslations, NextIntlClientProvider } from 'next-intl'; const NS = 'Auth.login'; function F() { const t = useTranslations(NS); return <p>{t('title')}{t.markup('m', {})}{t(isX ? 'a' : 'b')}</p> }
function G() { const t = useTranslations('G'); return <H t={t} /> } function H({ t }: { t: ReturnType<typeof useTranslations<'G'>> }) { return t('h') }`,
    ['Auth.login.title', 'Auth.login.m', 'Auth.login.a', 'Auth.login.b', 'G.*', 'G.h'],
  ],
  [
    'next-intl error',
    'a.tsx',
    `import { getTranslations } from 'next-intl/server'; export async function action() { 'use server'; const t = await getTranslations('Err'); return { error: t('fail', { n: 1 }) } }`,
    ['Err.fail'],
  ],
  [
    'namespaces with a hyphen',
    'a.tsx',
    R +
      `const { t } = useTranslation('user-profile'); t('hn.a'); t('other-ns:hn.b'); t('http://x.y'); t('a: b')`,
    ['user-profile:hn.a', 'other-ns:hn.b', 'user-profile:http://x.y', 'user-profile:a: b'],
  ],
  [
    'a named list of namespaces',
    'a.tsx',
    R +
      `const NS = ['shop', 'common'] as const; function A() { const { t } = useTranslation(NS); t('nl.a'); t('common:nl.b') }
function B() { const { t } = useTranslation([...NS, 'more']); t('nl.c') }`,
    ['shop:nl.a', 'common:nl.b', 'shop:nl.c'],
  ],
  [
    'decorators after export',
    'a.ts',
    `import { t } from 'i18next'; export @named(t('de.a')) class A { @dec() static { t('de.b') } }`,
    ['de.a', 'de.b'],
  ],
  [
    'no key at all',
    'a.tsx',
    R +
      `const { t } = useTranslation(); t(''); t(' '); t(); t(null); t(undefined); t(42); t({}); t([]); t('es.a')`,
    ['es.a'],
  ],
  [
    'await hook',
    'a.ts',
    `const { t } = await useTranslation(lng, 'srv', { keyPrefix: 'p' }); t('a'); const { t: u } = await initTranslations(lng, ['home']); u('b')`,
    ['srv:p.a', 'b'],
  ],
];

testCalls(CALLS);
