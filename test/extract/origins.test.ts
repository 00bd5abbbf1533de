import { expect, test } from 'vitest';
import { extractKeys, loadConfig } from '../../src/index.js';
import { Project } from '../support/project.js';

const CONFIG = `version: 1
source: en
targets: [de]
catalogs:
  - files: locales/{locale}/*.json
extract:
  code: ['src/**/*']
  catalog: locales/en/{namespace}.json
`;

/** `namespace:key` of what is added. */
async function keysOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const project = new Project({ 'service.config.yaml': CONFIG, ...files });
  const { added } = await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
  return added.map(
    ({ file, key }) => `${file.slice('locales/en/'.length, -'.json'.length)}:${key}`,
  );
}

const WRAPPER =
  "import i18n from 'i18next';\nexport const t = (key: string) => i18n.t(`cart.${key}`);\n";

test.each([
  [
    'another name of a hook with a prefix',
    {
      'src/i18n.ts':
        "import { useTranslations } from 'next-intl';\nexport const useI18n = useTranslations;",
      'src/a.tsx':
        "import { useI18n } from '@acme/i18n/client';\nconst t = useI18n('cart.form');\nt('title');",
    },
    ['translation:cart.form.title'],
  ],
  [
    'a hook of the project with a namespace of i18next',
    {
      'src/i18n.ts':
        "import { useTranslation } from 'react-i18next';\nexport const useI18n = (ns: string) => useTranslation(ns).t;",
      'src/a.tsx': "import { useI18n } from './i18n';\nconst t = useI18n('shop');\nt('title');",
    },
    ['shop:title'],
  ],
  [
    'a hook of the project with the whole context',
    {
      'src/i18n.ts':
        "import { useTranslation } from 'react-i18next';\nexport function useShop() { return useTranslation('shop'); }",
      'src/context.ts':
        "import { useTranslation } from 'react-i18next';\nexport const useCart = () => { const { t, i18n } = useTranslation('cart'); return { t, language: i18n.language }; };",
      'src/a.tsx':
        "import { useShop } from './i18n';\nimport { useCart } from './context';\nfunction A() { const { t } = useShop(); t('title'); }\nfunction B() { const { t } = useCart(); t('total'); }",
    },
    ['cart:total', 'shop:title'],
  ],
  [
    'an answer that is a key or true',
    {
      'src/check.ts':
        "export function check(x: string): string | true { return x === '' ? 'empty' : true; }",
      'src/a.ts':
        "import i18n from 'i18next';\nimport { check } from './check';\nconst bad = check(x);\nif (bad !== true) i18n.t(bad);",
    },
    ['translation:empty'],
  ],
  [
    'a function that remembers what it gave',
    {
      'src/i18n.js':
        "import i18n from 'i18n-js';\nexport const translate = memoize((key, config) => i18n.t(key, config), (key) => key);\n",
      'src/a.js': "import { translate } from './i18n';\ntranslate('home.title');",
    },
    ['translation:home.title'],
  ],
  [
    'a list of namespaces',
    {
      'src/ns.ts':
        "export const NS = ['cart', 'more'] as const;\nexport const PAGES = { home: ['home'] };",
      'src/a.ts':
        "import { useTranslation } from 'react-i18next';\nimport { NS, PAGES } from './ns';\nconst { t } = useTranslation(NS);\nconst { t: u } = useTranslation(PAGES.home);\nt('title');\nu('intro');",
    },
    ['cart:title', 'home:intro'],
  ],
  [
    'a prefix that a function puts before its keys',
    { 'src/t.ts': WRAPPER, 'src/a.ts': "import { t } from './t';\nt('title');" },
    ['translation:cart.title'],
  ],
  [
    'under another name, with an ending, and through a folder',
    {
      'src/lib/index.ts': "export { t as tr } from './t';\nexport * from './more.js';",
      'src/lib/t.ts': WRAPPER,
      'src/lib/more.ts': WRAPPER.replaceAll('cart', 'more'),
      'src/a.ts': "import { tr as t } from './lib';\nt('title');",
      'src/b.ts': "import { t } from './lib/index.js';\nt('title');",
    },
    ['translation:cart.title', 'translation:more.title'],
  ],
  [
    'by an alias, and as the default',
    {
      'src/lib/t.ts': WRAPPER.replace('export const', 'const') + 'export default t;',
      'src/a.ts': "import t from '@/lib/t';\nt('title');",
    },
    ['translation:cart.title'],
  ],
  [
    'the namespace of a hook',
    {
      'src/hooks.ts':
        "import { useTranslation } from 'react-i18next';\nexport const useShopT = () => useTranslation('shop', { keyPrefix: 'cart' });\nexport function useTranslate() { return useTranslation('app'); }",
      'src/a.tsx':
        "import { useShopT, useTranslate } from './hooks';\nconst { t } = useShopT();\nt('title');\nconst [tr] = useTranslate();\ntr('name'); const { t: own } = useTranslate('own'); own('x'); t($ => $.sub.b)",
    },
    ['app:name', 'own:x', 'shop:cart.sub.b', 'shop:cart.title'],
  ],
  [
    'a hook of next-intl',
    {
      'src/hooks.ts':
        "import { useTranslations } from 'next-intl';\nexport default function useHomeT() { return useTranslations('Home'); }",
      'src/a.tsx': "import useHomeT from './hooks';\nconst t = useHomeT();\nt('title');",
    },
    ['translation:Home.title'],
  ],
  [
    'files that have it from each other',
    {
      'src/t.ts': "export { t } from './u';",
      'src/u.ts': "export { t } from './t';",
      'src/a.ts': "import { t } from './t';\nt('title');",
    },
    ['translation:title'],
  ],
  [
    'a function that adds nothing',
    {
      'src/t.ts': "import i18n from 'i18next';\nexport const t = (key: string) => i18n.t(key);",
      'src/a.ts': "import { t } from './t';\nt('title');",
    },
    ['translation:title'],
  ],
  [
    'a namespace that is a constant',
    {
      'src/names.ts':
        "export const SHOP = 'shop';\nexport const NS = Object.freeze({ App: 'app' } as const);\nexport enum Part { Cart = 'cart' }",
      'src/index.ts': "export * from './names';",
      'src/a.tsx': `import { useTranslation } from 'react-i18next';
import { NS, Part, SHOP } from './index';
const { t } = useTranslation(SHOP); t('a'); t('b', { ns: NS.App }); t($ => $.c);
const { t: tr } = useTranslation([Part.Cart, 'other']); tr('d'); tr('e', { ns: undefined });
const fixed = i18n.getFixedT(null, NS.App); fixed('f');`,
    },
    ['app:b', 'app:f', 'cart:d', 'cart:e', 'shop:a', 'shop:c'],
  ],
  [
    'a function of another name, which puts the key in the middle',
    {
      'src/tt.ts':
        "import i18n from 'i18next';\nexport const tt = (key: string) => i18n.t(`cart.${key}.title`);",
      'src/a.ts': "import { tt, tt as t } from './tt';\ntt('total'); t('sum'); tt(x ? 'a' : 'b');",
    },
    [
      'translation:cart.a.title',
      'translation:cart.b.title',
      'translation:cart.sum.title',
      'translation:cart.total.title',
    ],
  ],
  [
    'one that adds to what another adds',
    {
      'src/t.ts': WRAPPER,
      'src/l.ts':
        "import { t } from './t';\nexport default function label(k: string) { return t('label.' + k + '.x'); }",
      'src/a.ts': "import label from './l';\nlabel('a');",
    },
    ['translation:cart.label.a.x'],
  ],
  [
    'a key that is a constant',
    {
      'src/keys.ts':
        "export const KEYS = { cart: { title: 'cart.title' }, old: 'cart.old' } as const;\nexport enum Part { Sum = 'cart.sum' }\nexport default 'cart.all';",
      'src/a.tsx':
        "import ALL, { KEYS, Part } from './keys';\nimport { Trans } from 'react-i18next';\nt(KEYS.cart.title); t(KEYS.cart.none); <Trans i18nKey={Part.Sum} />; t(ALL);",
    },
    ['cart.all', 'cart.sum', 'cart.title'].map((key) => `translation:${key}`),
  ],
  [
    'a function that puts something before its keys which is not known',
    {
      'src/t.ts':
        "import i18n from 'i18next';\nimport { CART } from './none';\nexport const t = (key: string) => i18n.t(`${CART}.${key}`);",
      'src/a.ts': "import { t } from './t';\nt('title');",
    },
    [],
  ],
  [
    'a key with constants in it',
    {
      'src/keys.ts':
        "export const CART = 'cart';\nexport const KEYS = { list: 'list', more: { end: 'end' } } as const;\nexport let late = 'late';\nlate = 'later';",
      'src/a.tsx': `import { CART as IN, KEYS, late } from './keys';
import { Trans } from 'react-i18next';
const own = 'own';
t(\`\${IN}.title\`); t(IN + '.' + own + '.sum'); t(\`\${own}.\${KEYS.list}.\${KEYS.more.end}\`);
<Trans i18nKey={\`\${IN}.rich\`} />; t(\`\${IN}.\${props.x}\`); t(\`\${late}.x\`); t(\`\${KEYS.none}.x\`);`,
    },
    ['cart.own.sum', 'cart.rich', 'cart.title', 'own.list.end'].map((key) => `translation:${key}`),
  ],
  [
    'a prefix that is a constant, or has one in it',
    {
      'src/keys.ts':
        "export const NS = { CART: 'cart', shop: { title: 'shop.title' } } as const;\nexport const WEB = 'web';",
      'src/a.tsx': `import i18n from 'i18next';
import { Trans, useTranslation } from 'react-i18next';
import { useTranslations } from 'next-intl';
import { NS, WEB } from './keys';
import { NONE } from './none';
const scoped = useTranslations(NS.CART); scoped('intl'); scoped.rich('rich');
const deep = useTranslations(\`\${NS.CART}.sub\`); deep('a');
const { t: web } = useTranslation('translation', { keyPrefix: WEB }); web('title'); <Trans t={web} i18nKey="trans" />;
const own = (key: string) => i18n.t(\`\${WEB}.own.\${key}\`); own('key');
const { shop } = NS; const all = NS.shop; const IN = \`\${WEB}.in\`;
i18n.t(shop.title); i18n.t(all.title); i18n.t(\`\${IN}.x\`);
const lost = useTranslations(NONE.CART); lost('none');`,
    },
    [
      'cart.intl',
      'cart.rich',
      'cart.sub.a',
      'shop.title',
      'web.in.x',
      'web.own.key',
      'web.title',
      'web.trans',
    ].map((key) => `translation:${key}`),
  ],
  [
    'what a function of another file gives',
    {
      'src/state.ts':
        "export function stateOf(x: X) { if (x.a) { return 'done'; } return x.b ? 'open' : 'new'; }\nexport const any = (x: X) => x.name ?? 'none';",
      'src/a.tsx': `import { useTranslation } from 'react-i18next';
import { any, stateOf } from './state';
export function A({ x }) { const { t } = useTranslation(); const state = stateOf(x); return t(\`s.\${state}\`) + t(\`n.\${any(x)}\`); }`,
    },
    ['translation:s.done', 'translation:s.new', 'translation:s.open'],
  ],
  [
    'a type that a key is of, or has in it',
    {
      'src/kinds.ts':
        "export enum Kind { Pickup = 'pickup', Ship = 'ship' }\nexport type State = 'open' | 'done';\nexport type Text = string;",
      'src/a.tsx': `import { useTranslation } from 'react-i18next';
import { Kind } from './kinds';
import type { State, Text } from './kinds';
type Props = { kind: Kind; state: State };
export function A({ kind, state }: Props) { const { t } = useTranslation(); return <p>{t(\`a.\${kind}\`)}{t(state)}</p>; }
export function B(props: Props) { const { t } = useTranslation(); const { state } = props; return t(\`b.\${props.kind}.\${state}\`); }
export const c = (text: Text, none: None) => t(\`c.\${text}\`) + t(\`d.\${none}\`);`,
    },
    [
      'a.pickup',
      'a.ship',
      'b.pickup.done',
      'b.pickup.open',
      'b.ship.done',
      'b.ship.open',
      'done',
      'open',
    ].map((key) => `translation:${key}`),
  ],
  [
    'a list that a loop goes through',
    {
      'src/lists.ts':
        "enum Stage { Idle = 'idle', Ready = 'ready' }\nexport const STAGES = [Stage.Idle, Stage.Ready];\nexport const TABS = { main: ['a', 'b'] } as const;\nexport enum Mode { Flat = 'flat' }\nexport const OPEN = ['c', f()];\nexport const MAP = { x: 'd', ...more };",
      'src/a.tsx': `import { useTranslation } from 'react-i18next';
import { MAP, Mode, OPEN, STAGES, TABS } from './lists';
const { t } = useTranslation();
STAGES.map((one) => t(\`s.\${one}\` as any)); TABS.main.map((tab) => t(\`t.\${tab}\`));
Object.values(Mode).map((mode) => t(\`m.\${mode}\`));
OPEN.map((one) => t(\`o.\${one}\`)); Object.values(MAP).map((one) => t(\`p.\${one}\`));`,
    },
    ['m.flat', 's.idle', 's.ready', 't.a', 't.b'].map((key) => `translation:${key}`),
  ],
  [
    'a prefix that is a constant, handed on',
    {
      'src/keys.ts': "export const CART = 'cart';",
      'src/t.ts':
        "import i18n from 'i18next';\nimport { useTranslations } from 'next-intl';\nimport { CART } from './keys';\nexport const t = (key: string) => i18n.t(`${CART}.${key}`);\nexport const useCart = () => useTranslations(CART);",
      'src/a/a.ts': "import { t } from '../t';\nt('title');",
      'src/b.ts': "import { useCart } from './t';\nconst t = useCart(); t('hook');",
    },
    ['translation:cart.hook', 'translation:cart.title'],
  ],
  [
    'the namespace of <Trans>, which is a constant',
    {
      'src/names.ts': "export const NS = { SHOP: 'shop' } as const;",
      'src/a.tsx': `import { Trans, useTranslation } from 'react-i18next';
import { NS } from './names';
import { NONE } from './none';
const { t } = useTranslation(NS.SHOP);
<><Trans t={t} i18nKey="a" /><Trans ns={NS.SHOP} i18nKey="b" /><Trans ns={NONE} i18nKey="c" /></>;`,
    },
    ['shop:a', 'shop:b'],
  ],
  [
    'the namespace and the count that it gives',
    {
      'src/names.ts': "export const NS = { SHOP: 'shop' } as const;",
      'src/t.ts':
        "import i18n from 'i18next';\nimport { useTranslation } from 'react-i18next';\nimport { NS } from './names';\nexport const tn = (key: string, count: number) => i18n.t(key, { ns: NS.SHOP, count });\nexport function useShop() { return useTranslation(NS.SHOP, { keyPrefix: 'web' }); }",
      'src/a/a.ts':
        "import { tn, useShop } from '../t';\ntn('item', 2);\nconst { t } = useShop(); t('title');",
    },
    ['shop:item_one', 'shop:item_other', 'shop:web.title'],
  ],
  [
    'a function that looks keys up',
    {
      'src/t.ts':
        "import i18n from 'i18next';\nconst KEYS = { a: 'cart.a' };\nexport const t = (key: 'a') => i18n.t(KEYS[key]);",
      'src/a.ts': "import { t } from './t';\nt('a'); t(b ? 'b' : 'c');",
    },
    ['translation:cart.a'],
  ],
  [
    'a hook that is given a part of a key',
    {
      'src/hook.ts':
        "import { useTranslation } from 'react-i18next';\nexport function useCart(part: string) { const { t } = useTranslation('shop'); return { t, title: t(`${part}.title`) }; }",
      'src/a.ts': "import { useCart } from './hook';\nconst { t } = useCart('x'); t('a');",
    },
    ['shop:a', 'shop:x.title'],
  ],
  [
    'functions that take no keys',
    {
      'src/lib.ts':
        'export const cn = (name: string) => name; export const go = (path: string) => router.push(path); export const T = ({ id }) => t(id);',
      'src/a.ts':
        "import { cn, go, T } from './lib';\nimport { tt } from './none';\ncn('a'); go('b'); T('c'); tt('d');",
    },
    [],
  ],
  [
    'a package of the monorepo',
    {
      'src/packages/i18n/package.json':
        '{ "name": "@acme/i18n", "exports": { ".": { "import": "./dist/t.js" }, "./client": "./src/client.ts" } }',
      'src/packages/i18n/src/t.ts': WRAPPER,
      'src/packages/i18n/src/client.ts': WRAPPER.replace('cart', 'client'),
      'src/packages/i18n/src/parts/more.ts': WRAPPER.replace('cart', 'more'),
      'src/packages/plain/package.json': '{ "name": "plain-i18n", "main": "dist/index.js" }',
      'src/packages/plain/src/index.ts': WRAPPER.replace('cart', 'plain'),
      'src/apps/a/package.json': '{ "name": "a", "dependencies": { "@acme/i18n": "workspace:*" } }',
      'src/apps/a/a.ts': "import { t } from '@acme/i18n';\nt('title');",
      'src/apps/a/b.ts': "import { t } from '@acme/i18n/client';\nt('title');",
      'src/apps/a/c.ts': "import { t } from '@acme/i18n/parts/more';\nt('title');",
      'src/apps/a/d.ts': "import { t } from 'plain-i18n';\nt('title');",
    },
    ['cart', 'client', 'more', 'plain'].map((one) => `translation:${one}.title`),
  ],
])('%s is known in other files', async (_, files, keys) => {
  expect([...(await keysOf(files))].sort()).toEqual(keys);
});

test('a text that a function of the project is given is the namespace where a catalog has that name', async () => {
  const files = {
    'locales/en/shop.json': '{ "old": "Old", "sub": { "a": "A" } }',
    'locales/en/common.json': '{}',
    'src/server.ts':
      'export const translation = async (ns: string, lng: string) => ({ t: (key: string) => get(load(ns, lng), key) });',
    'src/a.tsx': `import { translation, initTranslations } from './server';
const { t } = await translation('shop', 'en'); t('title'); <Trans t={t} i18nKey="rich" />;
export async function B() { const { t } = await initTranslations(locale, ['shop', 'common']); t('b'); t(code); }
export async function C() { const { t } = await translation('none', 'en'); t('c'); t('x', { ns: 'common' }); }`,
  };
  expect([...(await keysOf(files))].sort()).toEqual([
    'common:x',
    'shop:b',
    'shop:rich',
    'shop:title',
    'translation:c',
  ]);
});

test('it changes with the file that says it', async () => {
  const files = { 'src/t.ts': WRAPPER, 'src/a.ts': "import { t } from './t';\nt('title');" };
  const project = new Project({ 'service.config.yaml': CONFIG, ...files });
  const config = await loadConfig({ cwd: project.root, env: {} });
  await extractKeys(config);
  project.write('src/t.ts', WRAPPER.replace('cart.', 'shop.'));
  expect((await extractKeys(config)).added).toMatchObject([{ key: 'shop.title' }]);
});

test('keys of a namespace that only run time tells are added nowhere, and reported if no catalog has them', async () => {
  const code = `import { useTranslation } from 'react-i18next';
export function Title({ ns }) { const { t } = useTranslation(ns); return t('title') + t('fresh') + t('n', { count: 1 }); }`;
  const project = new Project({
    'service.config.yaml': CONFIG,
    'src/a.tsx': code,
    'locales/en/shop.json': '{ "title": "Title", "n_one": "One", "n_other": "Many", "old": "Old" }',
  });
  const config = await loadConfig({ cwd: project.root, env: {} });
  const { added, unused, problems } = await extractKeys(config);
  expect(added).toEqual([]);
  expect(unused).toMatchObject([{ key: 'old' }]);
  expect(problems).toMatchObject([{ code: 'unknown-namespace', file: 'src/a.tsx', line: 2 }]);
  expect(problems[0]?.message).toMatch(/^This key is in no catalog/);
  // Where one catalog holds all, it is the one.
  project.write('service.config.yaml', CONFIG.replace('{namespace}.json', 'shop.json'));
  const one = await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
  expect(one.added).toMatchObject([{ key: 'fresh' }]);
});

test('a key with a constant in it protects what it can mean, and no more', async () => {
  const project = new Project({
    'service.config.yaml': CONFIG,
    'src/keys.ts': "export const CART = 'cart';",
    'src/a.ts':
      "import i18n from 'i18next';\nimport { CART } from './keys';\nimport { ELSE } from 'package';\ni18n.t(`${CART}.${x}`); i18n.t(`${ELSE}.y`);",
    'locales/en/translation.json':
      '{ "cart": { "a": "A" }, "shop": { "a": "A", "y": "Y" }, "old": "Old" }',
  });
  const { unused } = await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
  expect(unused).toMatchObject([{ key: 'shop.a' }, { key: 'old' }]);
});

test('an id of formatjs is read from another file, and on both sides of a condition', async () => {
  const files = {
    'src/ids.ts': "export const TITLE = 'cart.title';",
    'src/a.tsx': `import { FormattedMessage } from 'react-intl';
import { TITLE } from './ids';
<FormattedMessage id={TITLE} defaultMessage="Title" />;
<FormattedMessage {...(given || { id: 'cart.other', defaultMessage: 'Other' })} />;`,
  };
  expect([...(await keysOf(files))].sort()).toEqual([
    'translation:cart.other',
    'translation:cart.title',
  ]);
});
