import { describe, expect, test } from 'vitest';
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
  t('common:save', 'Save');
  t('cart.empty');
}
`;

describe('locale-sync extract', { timeout: 60_000 }, () => {
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
        { file: 'locales/en/common.json', key: 'save' },
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
    await project.run(['extract']);
    const after = project.read('locales/en/translation.json');
    const again = await project.run(['extract']);
    expect(again.stderr).toContain('0 keys added');
    expect(again.stderr).toContain('? locales/en/translation.json  old  not in code');
    expect(project.read('locales/en/translation.json')).toBe(after);
    await project.run(['extract', '--prune']);
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
});
