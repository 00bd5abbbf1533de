import { chmodSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { extractKeys, loadConfig } from '../../src/index.js';
import { Project } from '../support/project.js';

const CONFIG = `version: 1
source: en
targets: [de]
catalogs:
  - files: locales/{locale}/*.json
extract:
  code: ['src/**/*.{ts,tsx}']
  catalog: locales/en/{namespace}.json
`;

const CODE = `import { useTranslation } from 'react-i18next';
export function Cart() {
  const { t } = useTranslation();
  t('cart.title', 'Your cart');
  t('cart.items', { count: 2, defaultValue: '{{count}} items' });
  // Of a button
  t('common:save', 'Save');
  t('cart.empty');
}
`;

/** What the command does, without a process of its own. */
async function extract(project: Project): ReturnType<typeof extractKeys> {
  return extractKeys(await loadConfig({ cwd: project.root, env: {} }));
}

describe('locale-sync extract', { timeout: 300_000 }, () => {
  test('adds keys of code beside what stands, and touches no other byte', async () => {
    const source = '{\n    "cart": { "title": "My cart" },\n    "old": "Old"\n}\n';
    const project = new Project({
      'service.config.yaml': CONFIG,
      'src/cart.tsx': CODE,
      'locales/en/translation.json': source,
    });
    const { code, stdout } = await project.run(['extract', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      added: [
        { file: 'locales/en/translation.json', key: 'cart.items_one' },
        { file: 'locales/en/translation.json', key: 'cart.items_other' },
        { file: 'locales/en/translation.json', key: 'cart.empty' },
        { file: 'locales/en/common.json', key: 'save', note: 'Of a button' },
      ],
      empty: [{ key: 'cart.empty' }],
      unused: [{ file: 'locales/en/translation.json', key: 'old' }],
      removed: [],
    });
    expect(project.json('locales/en/translation.json')).toEqual({
      cart: {
        title: 'My cart',
        items_one: '{{count}} items',
        items_other: '{{count}} items',
        empty: '',
      },
      old: 'Old',
    });
    expect(project.read('locales/en/translation.json')).toContain('\n    "old": "Old"\n}\n');
    expect(project.json('locales/en/common.json')).toEqual({ save: 'Save' });
  });

  test('run twice it adds nothing, and removes unused keys only with --prune', async () => {
    const project = new Project({
      'service.config.yaml': CONFIG,
      'src/cart.tsx': CODE,
      'locales/en/translation.json': '{\n  "old": "Old"\n}\n',
    });
    await extract(project);
    const after = project.read('locales/en/translation.json');
    const again = await project.run(['extract']);
    expect(again.stderr).toContain('0 keys added');
    expect(again.stderr).toContain('? locales/en/translation.json  old  not in code');
    expect(project.read('locales/en/translation.json')).toBe(after);
    await project.run(['extract', '--prune', '--yes']);
    expect(project.json('locales/en/translation.json')).not.toHaveProperty('old');
  });

  test('without extract: in the config it says what to write', async () => {
    const project = new Project({
      'service.config.yaml': CONFIG.split('extract:')[0] ?? '',
      'locales/en/app.json': '{}',
    });
    const { code, stderr } = await project.run(['extract']);
    expect(code).toBe(2);
    expect(stderr).toContain('extract: { code:');
  });

  test.each([
    [
      'YAML',
      'locales/en.yml',
      'old: Old\n',
      'old: Old\ncart:\n  # Title of the cart page\n  title: Your cart\n# Shown beside the price,\n# with a number\nitems: Items\n',
    ],
    [
      'YAML below its locale',
      'config/locales/en.yml',
      'en:\n  old: Old\n',
      'en:\n  old: Old\n  cart:\n    # Title of the cart page\n    title: Your cart\n  # Shown beside the price,\n  # with a number\n  items: Items\n',
    ],
    [
      'JSON with comments',
      'locales/en.json',
      '{\n  // Kept\n  "old": "Old"\n}\n',
      '{\n  // Kept\n  "old": "Old",\n  "cart": {\n    // Title of the cart page\n    "title": "Your cart"\n  },\n  // Shown beside the price,\n  // with a number\n  "items": "Items"\n}\n',
    ],
    [
      'ARB',
      'lib/en.arb',
      '{\n  "old": "Old"\n}\n',
      '{\n  "old": "Old",\n  "cart": {\n    "title": "Your cart"\n  },\n  "items": "Items",\n  "@items": {\n    "description": "Shown beside the price,\\nwith a number"\n  }\n}\n',
    ],
    [
      'plain JSON, which has no place for it',
      'locales/en.json',
      '{\n  "old": "Old"\n}\n',
      '{\n  "old": "Old",\n  "cart": {\n    "title": "Your cart"\n  },\n  "items": "Items"\n}\n',
    ],
  ])('a comment above a call becomes a note: %s', async (_, catalog, before, after) => {
    const project = new Project({
      'service.config.yaml': CONFIG.replace(
        'locales/{locale}/*.json',
        catalog.replace('en.', '{locale}.'),
      ).replace('locales/en/{namespace}.json', catalog),
      'src/cart.tsx': `export function Cart() {
  // eslint-disable-next-line no-console
  console.log('cart');
  // Title of the cart page
  t('cart.title', 'Your cart');
  return (
    <p>
      {/* Shown beside the price,
          with a number */}
      {t('items', 'Items')}
    </p>
  );
}
`,
      [catalog]: before,
    });
    expect((await extract(project)).added).toMatchObject([
      { key: expect.stringMatching(/cart\.title$/) as string, note: 'Title of the cart page' },
      { note: 'Shown beside the price,\nwith a number' },
    ]);
    expect(project.read(catalog)).toBe(after);
    // Run again it changes nothing, whatever has become of the comments.
    expect((await extract(project)).added).toEqual([]);
    expect(project.read(catalog)).toBe(after);
  });

  test('a namespace that Windows cannot have as a file makes none', async () => {
    const project = new Project({
      'service.config.yaml': CONFIG,
      'src/cart.tsx': "t('con:save', 'Save');\n",
    });
    await expect(extract(project)).rejects.toThrow(
      'locales/en/con.json is a device name on Windows; it was not created.',
    );
    project.write('locales/en/con.json', '{}\n');
    await expect(extract(project)).resolves.toMatchObject({
      added: [{ file: 'locales/en/con.json', key: 'save' }],
    });
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'a file that may not be read is named',
    async () => {
      const project = new Project({ 'service.config.yaml': CONFIG, 'src/cart.tsx': CODE });
      chmodSync(project.path('src/cart.tsx'), 0);
      await expect(extract(project)).rejects.toThrow(/^src\/cart\.tsx cannot be read: EACCES/);
    },
  );

  test('the parser is loaded by extraction alone', async () => {
    const project = new Project({
      'service.config.yaml': CONFIG,
      'src/cart.tsx': CODE,
      'locales/en/translation.json': '{ "old": "Old" }\n',
      'locales/de/translation.json': '{ "old": "Alt" }\n',
      'trace.cjs': `process.on('exit', () =>
  require('node:fs').appendFileSync(process.env.LOADED, Object.keys(require.cache).join('\\n')),
);
`,
    });
    const loaded = async (command: string): Promise<string> => {
      const env = {
        LOADED: project.path(`loaded-${command}`),
        NODE_OPTIONS: `--require=${project.path('trace.cjs')}`,
      };
      await project.run([command], { env });
      return project.read(`loaded-${command}`);
    };
    const commands = ['check', 'plan', 'status', 'extract'];
    const lists = await Promise.all(commands.map(loaded));
    for (const [at, list] of lists.entries()) {
      expect(list, commands[at]).toContain('cli.cjs');
      expect(list.includes('javascript.cjs'), commands[at]).toBe(commands[at] === 'extract');
    }
  });
});
