import { expect, test } from 'vitest';
import { extractKeys, loadConfig } from '../../src/index.js';
import { Project } from '../support/project.js';

const KEYS = { Errors: { min1: 'Too short', max5: 'Too long' }, Other: { old: 'Old' } };

/** The keys of a next-intl project that count as unused. */
async function unused(
  code: string,
  files: Readonly<Record<string, string>> = {},
  library = 'next-intl',
): Promise<readonly string[]> {
  const project = new Project({
    'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'messages/{locale}.json' }]
extract: { code: ['src/**/*'], catalog: messages/en.json }
`,
    'package.json': JSON.stringify({ dependencies: { [library]: '*' } }),
    'messages/en.json': JSON.stringify(KEYS),
    'src/a.tsx': code,
    ...files,
  });
  const { unused: found, problems } = await extractKeys(
    await loadConfig({ cwd: project.root, env: {} }),
  );
  expect(problems).toEqual([]);
  return found.map(({ key }) => key);
}

const IMPORT =
  "import { createTranslator, useTranslations, useMessages, getMessages } from 'next-intl';\n";

test.each([
  ['to a function of another file', "import { schema } from './b'; schema(t)"],
  ['to a function of a package', "import { schema } from 'lib'; schema(t, code)"],
  ['as a callback', 'codes.map(t)'],
  ['as a later argument', 'forEach(codes, t)'],
  ['to a class', 'new Form(t)'],
  ['in a ref', 'const r = useRef(t); r.current(code)'],
  ['in an attribute', '<Label translate={t} />'],
  ['in a context', '<C.Provider value={t}>{x}</C.Provider>'],
  ['in a spread', '<Label {...{ t }} />'],
  ['in an object', 'register({ label: t })'],
  ['in an object with its name', 'register({ t })'],
  ['in a list', 'return [t, 1]'],
  ['in an object that is returned', 'return { t }'],
  ['to a property', 'window.translate = t'],
  ['with a cast', 'lib(t as any)'],
  ['in a branch', 'lib(ready ? t : (x) => x)'],
  ['behind a condition', 'lib(ready && t)'],
  ['as a method', 'codes.map(t.raw)'],
  ['by another name', 'const say = t; lib(say)'],
  ['in a spread attribute', 'const p = { t }; return <Label {...p} />'],
  ['in a tagged template', 'return html`<x .t=${t}></x>`'],
  ['by a callback', 'lib(() => t)'],
  ['by a method', 'return make({ get() { return t } })'],
  ['by one of two returns', 'function get() { if (code) return t; return f(code) } get()(code)'],
  ['to a promise', 'Promise.resolve(t).then((say) => say(code))'],
  ['with keys that are spread', 't(...codes)'],
  ['with keys that are applied', 't.apply(null, codes)'],
  ['with a bound key', 'lib(t.bind(null, code))'],
  ['by a name that is computed', "t[code]('x')"],
  ['by its methods alone', 'const { rich } = t; rich(code)'],
  ['to a list that a hook may use', 'useLabels(code, [t])'],
  ['to another attribute of a component', '<FormattedMessage id="a.b" tagName={t} />'],
  ['to a function of the file that keeps it', 'keep(t); function keep(m) { store.m = m }'],
  ['to a function that reads its arguments', 'a(t); function a(m) { return arguments[0](code) }'],
  ['to a variable that others read', 'let say; const a = (k) => say(k); say = t; a(code)'],
  ['as the other of two', "const o = useTranslations('Foo'); const s = code ? o : t; s('x')"],
])('a translator that is handed on %s protects its namespace', async (_, body) => {
  const code = `${IMPORT}export const A = ({ codes, code }) => { const t = useTranslations('Errors'); ${body} }`;
  expect(await unused(code)).toEqual(['Other.old']);
});

test.each([
  ['made on the spot', "lib(useTranslations('Errors'))"],
  ['with a prefix of its own', 'const say = (k) => t(`Errors.${k}`); codes.map(say)', true],
  ['of a promise', "useTranslations('Errors').then((say) => say(codes[0]))"],
  ['in a hook that is handed on', "const useE = () => useTranslations('Errors'); lib(useE)"],
  ['in a class', "class A { t = useTranslations('Errors') } lib(new A())"],
  [
    'set by a class',
    "class A { init() { this.t = useTranslations('Errors') } a() { this.t('min1') } }",
  ],
  ['handed on with a prefix', "lib(t, 'Errors')", true],
])('a translator %s protects its keys', async (_, body, isWhole = false) => {
  const t = isWhole ? 'const t = useTranslations(); ' : '';
  const code = `${IMPORT}export const A = ({ codes }) => { ${t}${body} }`;
  expect(await unused(code)).toEqual(['Other.old']);
});

test.each([
  ['it is only called', "t('min1')"],
  ['a hook depends on it', "useEffect(() => { t('min1') }, [t])"],
  [
    'a function of the file only calls it',
    "schema(t); function schema(msg) { return msg('min1') }",
  ],
  ['it has another name', "const say = t; say('min1')"],
  ['it is bound', "const say = t.bind(null); say('min1')"],
])('keys that nothing uses are unused where %s', async (_, body) => {
  const code = `${IMPORT}export const A = () => { const t = useTranslations('Errors'); ${body} }`;
  expect(await unused(code)).toEqual(['Errors.max5', 'Other.old']);
});

const HOOK = `${IMPORT}export const useErr = () => useTranslations('Errors');`;
const CREATED = `${IMPORT}export const say = createTranslator({ namespace: 'Errors' });`;

test.each([
  ['a hook, and handed on', HOOK, "import { useErr } from './a'; const t = useErr(); lib(t)"],
  ['a hook, by another name', HOOK, "import { useErr } from './a'; const q = useErr(); q(c)"],
  ['a hook, and called at once', HOOK, "import { useErr } from './a'; useErr()(c)"],
  ['a hook of a module object', HOOK, "import * as a from './a'; const t = a.useErr(); t(c)"],
  ['a required hook', HOOK, "const { useErr } = require('./a'); const t = useErr(); t(c)"],
  ['a hook that a framework imports', HOOK, 'const t = useErr(); t(c)'],
  ['a hook of an unknown alias', HOOK, "import { useErr } from '#a1'; const t = useErr(); t(c)"],
  [
    'a long hook',
    `${IMPORT}export function useErr() { const t = useTranslations('Errors'); ${'log(1);'.repeat(200)} return t }`,
    "import { useErr } from './a'; const t = useErr(); t(c)",
  ],
  ['a translator', CREATED, "import { say } from './a'; say(c)"],
  ['a translator of a module object', CREATED, "import * as a from './a'; a.say(c)"],
  ['a translator, and handed on', CREATED, "import { say } from './a'; lib(say)"],
  [
    'an object',
    `${IMPORT}export class A { t = useTranslations('Errors') }`,
    "import { A } from './a'; new A().t(c)",
  ],
])('what another file exports protects its namespace: %s', async (_, code, other) => {
  expect(await unused(code, { 'src/b.ts': other })).toEqual(['Other.old']);
});

test('where imports of a hook are followed, the other keys of its namespace are unused', async () => {
  const other =
    "import { useErr } from './a'; export const B = () => { const t = useErr(); t('min1') }";
  expect(await unused(HOOK, { 'src/b.ts': other })).toEqual(['Errors.max5', 'Other.old']);
});

test.each([
  ['a function', "export function useE() { const { t } = useTranslation('Errors'); return t }"],
  [
    'an object',
    "export const useE = () => { const { t } = useTranslation('Errors'); return { t } }",
  ],
])('what a hook of i18next gives protects its namespace, returned by %s', async (_, hook) => {
  const code = `import { useTranslation } from 'react-i18next'; ${hook}`;
  expect(await unused(code, {}, 'i18next')).toEqual(['Other.old']);
});

test.each([
  ['a cast', "(m as Record<string, any>)['Errors'][code]"],
  ['a computed name', 'const { Errors: { [code]: text } } = m'],
  ['a path', "get(m, ['Errors', code])"],
])('catalogs that a library gives are read by %s', async (_, read) => {
  const code = `import { useMessages as q } from 'next-intl'; export const A = () => { const m = q(); ${read} }`;
  expect(await unused(code)).toEqual(['Other.old']);
});

const VUE =
  "<script setup>import { useTranslations } from 'use-intl'; const t = useTranslations('Errors')</script>";

test.each([
  ['Vue', 'src/a.vue', `${VUE}<template><A :label="t" /></template>`],
  ['Vue, by its name', 'src/a.vue', `${VUE}<template><A :t /></template>`],
  ['Vue, in an object', 'src/a.vue', `${VUE}<template><A v-bind="{ t }" /></template>`],
  ['Svelte', 'src/a.svelte', `${VUE.replace(' setup', '')}<A label={t} />`],
  ['Svelte, by its name', 'src/a.svelte', `${VUE.replace(' setup', '')}<A {t} />`],
  [
    'Astro',
    'src/a.astro',
    "---\nimport { useTranslations } from 'use-intl'; const t = useTranslations('Errors')\n---\n<A t={t} />",
  ],
])('a template hands on a translator: %s', async (_, file, code) => {
  expect(await unused('export {}', { [file]: code }, 'use-intl')).toEqual(['Other.old']);
});

test.each([
  ['as a value', '<app-a [label]="t"></app-a>'],
  ['in an object', '<b *ngTemplateOutlet="x; context: { t: t }"></b>'],
])('a template of Transloco hands on a translator %s', async (_, inside) => {
  const template = `<p *transloco="let t; prefix: 'Errors'">${inside}</p>`;
  const files = { 'src/a.html': template };
  expect(await unused('export {}', files, '@jsverse/transloco')).toEqual(['Other.old']);
});

test.each([
  ['the second of several namespaces', "const { t } = useTranslation(['Foo', 'Errors']); t(code)"],
  [
    'the rest of what a hook gives',
    "const { i18n, ...rest } = useTranslation('Errors'); rest.t(code)",
  ],
  ['all of what a hook gives', "const x = useTranslation('Errors'); return <A {...x} />"],
  ['a parameter with a prefix', "const P = 'Errors'; return lib((say, c) => say(P + '.' + c))"],
])('i18next may look in a namespace: %s', async (_, body) => {
  const code = `import { useTranslation } from 'react-i18next'; export const A = ({ code }) => { ${body} }`;
  expect(await unused(code, {}, 'i18next')).toEqual(['Other.old']);
});

test('a fixed translator of i18next is one, too', async () => {
  const code = "import i18n from 'i18next'; codes.map(i18n.getFixedT('en', null, 'Errors'))";
  expect(await unused(code, {}, 'i18next')).toEqual(['Other.old']);
});

test.each([
  ['an index', 'useMessages().Errors[code]'],
  ['an index after a cast', '(useMessages() as any).Errors[code]'],
  ['an index of a cast', '(useMessages().Errors as Record<string, string>)[code]'],
  ['an index of what surely is there', 'useMessages().Errors![code]'],
  ['an index of what may be there', 'useMessages()?.Errors?.[code]'],
  ['destructuring', 'const { Errors } = useMessages(); Errors[code]'],
  ['destructuring and handing on', 'const { Errors } = useMessages(); lib(Errors)'],
  ['destructuring with another name', 'const { Errors: e } = await getMessages(); e[code]'],
  ['a rest', 'const { Errors: { min1, ...rest } } = useMessages(); lib(rest)'],
  ['its values', 'Object.values(useMessages().Errors)'],
  ['an attribute', '<P messages={useMessages().Errors} />'],
])('what reads a catalog itself protects what it reads: %s', async (_, body) => {
  const code = `${IMPORT}export const A = async ({ code }) => { ${body} }`;
  expect(await unused(code)).toEqual(['Other.old']);
});

test('an imported catalog is read beside the library', async () => {
  const code = `${IMPORT}import en from '../messages/en.json'; export const A = ({ code }) => { const t = useTranslations(); t('x'); return (en as any).Errors[code] }`;
  expect(await unused(code)).toEqual(['Other.old']);
});
