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

const IMPORT = "import { useTranslations, useMessages, getMessages } from 'next-intl';\n";

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
])('a translator that is handed on %s protects its namespace', async (_, body) => {
  const code = `${IMPORT}export const A = ({ codes, code }) => { const t = useTranslations('Errors'); ${body} }`;
  expect(await unused(code)).toEqual(['Other.old']);
});

test.each([
  ['made on the spot', "lib(useTranslations('Errors'))"],
  ['with a prefix of its own', 'const say = (k) => t(`Errors.${k}`); codes.map(say)', true],
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
