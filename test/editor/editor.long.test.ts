import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  CompletionList,
  Hover,
  InlayHint,
  Location,
  SignatureHelp,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol/node';
import { Project } from '../support/project.js';
import { Client } from './support.js';

const CODE = `import { useTranslation } from 'react-i18next';

export function Cart({ n }) {
  const { t } = useTranslation();
  return (
    <div>
      <h1>{t('cart.title')}</h1>
      <p>{t('cart.pay', { amount: n })}</p>
      <p>{t('cart.pay', { sum: n })}</p>
      <p>{t('cart.new', 'Fresh')}</p>
      <p>Pay later, my friend</p>
      <p>{t('cart.items', { count: n })}</p>
    </div>
  );
}
`;
const FILES = {
  'service.config.yaml': `version: 1
source: en
targets: [de, fr]
catalogs:
  - files: locales/{locale}.json
extract:
  code: ['src/**/*.{ts,tsx,jsx,svelte}']
  catalog: locales/en.json
`,
  'package.json': '{ "dependencies": { "i18next": "*", "react-i18next": "*" } }',
  'locales/en.json': `{
  "cart": {
    "title": "Your cart",
    "pay": "Pay {{amount}} now",
    "items_one": "{{count}} item",
    "items_other": "{{count}} items",
    "old": "Nobody asks"
  },
  "errors": { "notFound": "Not found" },
  "__proto__": "Proto"
}
`,
  'locales/de.json': `{
  "cart": {
    "title": "Ihr Warenkorb",
    "pay": "Jetzt {{sum}} zahlen",
    "items_one": "{{count}} Ding",
    "items_other": "{{count}} Dinge",
    "old": "Niemand fragt"
  },
  "errors": { "notFound": "Nicht da" },
  "__proto__": "Proto"
}
`,
  'src/cart.jsx': CODE,
  'src/Pay.svelte': `<script>
  import { t } from '$lib/i18n';
</script>
<h1>{$t('errors.notFound')}</h1>
<p>Pay later</p>
`,
  'src/Bare.svelte': '<p>Pay later, my friend</p>\n',
  'src/errors.ts': `import { t } from 'i18next';
export const texts = codes.map((code: Code) => t('errors.' + code.name));
`,
  'src/groups.ts': `import { t } from 'i18next';
export const textOf = (code: string) => t('__pro' + code);
`,
};

const isNothing = (found: unknown): boolean =>
  found === null || (found as readonly unknown[]).length === 0;

function namesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}

/** One server for looking; what changes files has a project of its own. */
describe('an editor', () => {
  const ends: (() => Promise<void> | void)[] = [];
  let project: Project;
  let client: Client;
  let before: readonly string[];
  /** What the person answers to the next question. */
  let answer: string | undefined;
  beforeAll(async () => {
    project = new Project(FILES, 'editor', (task) => void ends.push(task));
    before = namesOf(project.root);
    client = await Client.start(project, (task) => void ends.unshift(task), {
      options: { locale: 'de' },
      answer: () => answer,
    });
    await client.open('src/cart.jsx');
    await client.open('locales/de.json');
    await client.open('locales/en.json');
    await client.diagnostics('src/cart.jsx', (all) => all.length > 0);
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  test('opening a folder writes nothing', () => {
    expect(namesOf(project.root)).toEqual(before);
  });

  test.each([
    ["{t('cart.ti|tle')}", ['Your cart', 'Ihr Warenkorb', 'current', 'fr  –', 'missing']],
    ["{t('cart.it|ems', {", ['{{count}} items', '{{count}} Dinge', '{{count}} item']],
  ])('the hover of %s has every locale, its state and its author', async (part, texts) => {
    const { contents } = await client.ask<Hover>(
      'textDocument/hover',
      client.at('src/cart.jsx', part),
    );
    for (const text of texts) expect((contents as { value: string }).value).toContain(text);
  });

  test('the hover of a translation has its source', async () => {
    const { contents } = await client.ask<Hover>(
      'textDocument/hover',
      client.at('locales/de.json', '"Ihr| Warenkorb"'),
    );
    expect((contents as { value: string }).value).toContain('Your cart');
  });

  test('diagnostics of code: a missing key, a value that is not given', async () => {
    const found = await client.diagnostics('src/cart.jsx', (all) => all.length > 1);
    expect(
      found.map(({ code, range }) => [code, client.document('src/cart.jsx').getText(range)]),
    ).toEqual([
      ['missing-value', 'cart.pay'],
      ['missing-key', 'cart.new'],
    ]);
    expect(found[0]?.message).toContain('"amount"');
  });

  test('diagnostics of catalogs: findings at the value, keys that no code uses', async () => {
    const german = await client.diagnostics('locales/de.json', (all) => all.length > 0);
    expect(
      german.map(({ code, range }) => [code, client.document('locales/de.json').getText(range)]),
    ).toContainEqual(['placeholder-mismatch', '"Jetzt {{sum}} zahlen"']);
    const english = await client.diagnostics('locales/en.json', (all) =>
      all.some(({ code }) => code === 'unused-key'),
    );
    const unused = english.filter(({ code }) => code === 'unused-key');
    expect(unused.map(({ range }) => client.document('locales/en.json').getText(range))).toContain(
      '"Nobody asks"',
    );
    expect(english.find(({ code }) => code === 'missing')?.message).toBe('Not translated: fr.');
  });

  test('definition and references join code and catalogs', async () => {
    const to = await client.ask<Location[]>(
      'textDocument/definition',
      client.at('src/cart.jsx', "'cart.ti|tle'"),
    );
    expect(to).toEqual([
      { uri: client.uri('locales/en.json'), range: expect.anything() as unknown },
    ]);
    const from = await client.ask<Location[]>(
      'textDocument/definition',
      client.at('locales/de.json', '"Ihr| Waren'),
    );
    expect(from.map(({ uri }) => uri)).toEqual([
      client.uri('locales/en.json'),
      client.uri('src/cart.jsx'),
    ]);
    const all = await client.ask<Location[]>('textDocument/references', {
      ...client.at('locales/en.json', '"Pay| {{'),
      context: { includeDeclaration: true },
    });
    expect(all.map(({ uri }) => uri.split('/').at(-1))).toEqual([
      'cart.jsx',
      'cart.jsx',
      'en.json',
      'de.json',
    ]);
  });

  test.each([
    ["t('cart.ti|tle')", 'cart.title'],
    ["t('cart.ne|w', 'Fresh')", undefined],
  ])('completion at %s', async (part, label) => {
    const { items } = await client.ask<CompletionList>(
      'textDocument/completion',
      client.at('src/cart.jsx', part),
    );
    expect(items[0]?.label).toBe(label);
  });

  test('forms of a plural are one key of the completion, with what it replaces', async () => {
    const at = client.at('src/cart.jsx', "{t('cart.it|ems', {");
    const { items } = await client.ask<CompletionList>('textDocument/completion', at);
    const { line, character } = at.position;
    const [start, end] = [-7, 3].map((by) => ({ line, character: character + by }));
    expect(items).toMatchObject([
      {
        ...{ label: 'cart.items', detail: '{{count}} item' },
        textEdit: { newText: 'cart.items', range: { start, end } },
      },
    ]);
  });

  test('inlay hints: the chosen locale beside code, the source beside a translation', async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 30, character: 0 } };
    const code = await client.ask<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri: client.uri('src/cart.jsx') },
      range,
    });
    expect(code.map(({ label }) => label)).toContain('Ihr Warenkorb');
    const german = await client.ask<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri: client.uri('locales/de.json') },
      range,
    });
    expect(german.map(({ label }) => label)).toContain('Your cart');
  });

  test('the signature of a call has the placeholders of its text', async () => {
    const { signatures } = await client.ask<SignatureHelp>(
      'textDocument/signatureHelp',
      client.at('src/cart.jsx', "'cart.pay', { |amount"),
    );
    expect(signatures[0]?.label).toBe('cart.pay { amount: text }');
  });

  test('the outline of a catalog is by state', async () => {
    const found = await client.ask<{ name: string }[]>('textDocument/documentSymbol', {
      textDocument: { uri: client.uri('locales/de.json') },
    });
    expect(found.map(({ name }) => name)).toEqual(['current (7)']);
    const sources = await client.ask<{ name: string }[]>('textDocument/documentSymbol', {
      textDocument: { uri: client.uri('locales/en.json') },
    });
    expect(sources.map(({ name }) => name)).toEqual(['missing (7)']);
  });

  test('a rename reaches code and every catalog, with all plural forms', async () => {
    const edit = await client.ask<WorkspaceEdit>('textDocument/rename', {
      ...client.at('src/cart.jsx', "t('cart.it|ems', {"),
      newName: 'cart.things',
    });
    expect(client.edited('src/cart.jsx', edit)).toBe(CODE.replace('cart.items', 'cart.things'));
    for (const file of ['locales/en.json', 'locales/de.json'] as const) {
      expect(client.edited(file, edit)).toBe(FILES[file].replaceAll('items_', 'things_'));
    }
  });

  test('a key is created, and a selected text becomes one', async () => {
    const create = await client.actions('src/cart.jsx', "'cart.ne|w'");
    await client.run(create.find(({ title }) => title.startsWith('Create')));
    expect(client.edited('locales/en.json', client.applied ?? {})).toContain('"new": "Fresh"');
    const move = await client.actions('src/cart.jsx', 'Pay l|ater, my');
    await client.run(move.find(({ title }) => title.startsWith('Move')));
    const edit = client.applied ?? {};
    expect(client.edited('locales/en.json', edit)).toContain('"Pay later, my friend"');
    expect(client.edited('src/cart.jsx', edit)).toMatch(/<p>\{t\('cart\.\w+'\)\}<\/p>/);
  });

  test('in Svelte a text becomes a call as the file has one; without one it says why it stays', async () => {
    await client.open('src/Pay.svelte');
    await client.type('src/Pay.svelte', '<h1>', '<p>Unsaved</p><h1>');
    const move = await client.actions('src/Pay.svelte', 'Pay l|ater');
    await client.run(move.find(({ title }) => title.startsWith('Move')));
    const edit = client.applied ?? {};
    expect(client.edited('src/Pay.svelte', edit)).toContain("<p>{$t('pay.payLater')}</p>");
    expect(client.edited('locales/en.json', edit)).toContain('"payLater": "Pay later"');
    await client.open('src/Bare.svelte');
    const stay = await client.actions('src/Bare.svelte', 'Pay l|ater, my');
    expect(stay.map(({ title, disabled }) => [title, disabled?.reason])).toEqual([
      ['Move "Pay later, my friend" into the catalog', expect.stringContaining('no call')],
    ]);
  });

  test('a rename asks first if code puts a key together that may be this one', async () => {
    const rename = (newName: string): Promise<WorkspaceEdit> =>
      client.ask('textDocument/rename', {
        ...client.at('src/Pay.svelte', "$t('errors.not|Found')"),
        newName,
      });
    answer = undefined;
    await expect(rename('errors.gone')).rejects.toThrow(
      'src/errors.ts:2 may put this key together',
    );
    answer = 'Rename';
    const edit = await rename('errors.gone');
    expect(client.edited('src/Pay.svelte', edit)).toContain("$t('errors.gone')");
    expect(client.messages.at(-1)).toContain('src/errors.ts:2');
  });

  test('the same in an arrow function that is given the rest of the key', async () => {
    await client.open('src/groups.ts');
    await client.type('src/groups.ts', 'export', "t('__proto__');\nexport");
    answer = 'Cancel';
    const at = client.at('src/groups.ts', "t('__pro|to__')");
    await expect(client.ask('textDocument/rename', { ...at, newName: 'other' })).rejects.toThrow(
      'src/groups.ts:3 may put this key together',
    );
  });

  test.each([
    { line: 9_999, character: 9_999 },
    { line: 2_147_483_647, character: 0 },
  ])('a position out of range is answered: %o', async (position) => {
    const textDocument = { uri: client.uri('src/cart.jsx') };
    for (const method of ['hover', 'definition', 'completion', 'signatureHelp', 'prepareRename']) {
      expect(await client.ask(`textDocument/${method}`, { textDocument, position })).toSatisfy(
        isNothing,
      );
    }
  });

  test.each(['untitled:Untitled-1', 'file:///c%3A/My%20Files/a.ts', 'git:/a.ts'])(
    '%s is none of its documents',
    async (uri) => {
      await client.connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'x', version: 1, text: "t('a')" },
      });
      const params = { textDocument: { uri }, position: { line: 0, character: 3 } };
      expect(await client.ask('textDocument/hover', params)).toBeNull();
    },
  );
});

test('unsaved texts count, and a saved one is seen', async ({ onTestFinished }) => {
  const project = new Project(FILES, 'editor', onTestFinished);
  const client = await Client.start(project, onTestFinished);
  await client.open('locales/de.json');
  await client.diagnostics('locales/de.json', (all) => all.length > 0);
  await client.type('locales/de.json', '{{sum}}', '{{amount}}');
  await client.diagnostics('locales/de.json', (all) => all.length === 0);
  project.write(
    'locales/en.json',
    FILES['locales/en.json'].replace('Pay {{amount}}', 'Pay {{amount}} {{name}}'),
  );
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: client.uri('locales/en.json'), type: 2 }],
  });
  await client.diagnostics('locales/de.json', (all) => all.length > 0);
});

test('translating says its cost, asks, and writes what sync writes', async ({ onTestFinished }) => {
  const project = new Project(FILES, 'editor', onTestFinished);
  const answers = ['Cancel', 'Translate'];
  const client = await Client.start(project, onTestFinished, { answer: () => answers.shift() });
  await client.open('src/cart.jsx');
  await client.diagnostics('src/cart.jsx', (all) => all.length > 0);
  const actions = await client.actions('src/cart.jsx', "'cart.ti|tle'");
  expect(actions.map(({ title }) => title)).toEqual(['Translate into fr now (up to 9 characters)']);
  await client.run(actions[0]);
  expect(project.has('locales/fr.json')).toBe(false);
  expect(await client.run(actions[0])).toBe(1);
  expect(client.messages[0]).toContain('(9 characters)');
  expect(
    Object.keys(JSON.parse(readFileSync(project.path('locales/fr.json'), 'utf8')) as object),
  ).toEqual(['cart']);
  expect(client.progress.length).toBeGreaterThan(1);
});

test('a rename keeps states and what the lock knows', async ({ onTestFinished }) => {
  const { 'locales/de.json': german, ...others } = FILES;
  const project = new Project(others, 'editor', onTestFinished);
  project.env = { SERVICE_URL: 'embedded' };
  await project.run(['sync']);
  const before = await project.run(['explain', 'de:cart.title', '--json']);
  const client = await Client.start(project, onTestFinished);
  await client.open('src/cart.jsx');
  await client.diagnostics('src/cart.jsx', (all) => all.length > 0);
  const edit = await client.ask<WorkspaceEdit>('textDocument/rename', {
    ...client.at('src/cart.jsx', "'cart.ti|tle'"),
    newName: 'cart.heading',
  });
  expect(german).toContain('title');
  for (const file of ['src/cart.jsx', 'locales/en.json', 'locales/de.json', 'locales/fr.json']) {
    project.write(file, client.edited(file, edit));
  }
  const told = (text: string): unknown => {
    const [{ status, origin }] = (
      JSON.parse(text) as { units: [{ status: string; origin: string }] }
    ).units;
    return { status, origin };
  };
  const after = await project.run(['explain', 'de:cart.heading', '--json']);
  expect(told(after.stdout)).toEqual(told(before.stdout));
  expect((await project.run(['plan', '--json'])).stdout).toContain('"characters":0');
});

test('a finding is ignored as accept does it', async ({ onTestFinished }) => {
  const project = new Project(FILES, 'editor', onTestFinished);
  const client = await Client.start(project, onTestFinished);
  await client.open('locales/de.json');
  await client.diagnostics('locales/de.json', (all) => all.length > 0);
  const actions = await client.actions('locales/de.json', '"Jetzt| {{');
  await client.run(actions.find(({ title }) => title.startsWith('Ignore')));
  await client.diagnostics('locales/de.json', (all) => all.length === 0);
  expect(readFileSync(join(project.root, 'locale-sync.lock'), 'utf8')).not.toBe('');
});

test('a config that is code does not run before the folder is trusted', async ({
  onTestFinished,
}) => {
  const files = Object.fromEntries(
    Object.entries(FILES).filter(([name]) => name !== 'service.config.yaml'),
  );
  const config = `import { writeFileSync } from 'node:fs';
writeFileSync('ran', '');
export default { version: 1, source: 'en', targets: ['de'], catalogs: [{ files: 'locales/{locale}.json' }] };
`;
  const project = new Project({ ...files, 'service.config.mjs': config }, 'editor', onTestFinished);
  const client = await Client.start(project, onTestFinished);
  await client.open('locales/de.json');
  const found = await client.diagnostics('service.config.mjs', (all) => all.length > 0);
  expect(found[0]?.message).toContain('trusted');
  expect(project.has('ran')).toBe(false);
  await client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { 'locale-sync': { trusted: true } },
  });
  await client.diagnostics('locales/de.json', (all) => all.length > 0);
  expect(project.has('ran')).toBe(true);
});

test('a config that breaks is said in its file, and the old one answers no more', async ({
  onTestFinished,
}) => {
  const project = new Project(FILES, 'editor', onTestFinished);
  const client = await Client.start(project, onTestFinished);
  await client.open('src/cart.jsx');
  await client.open('service.config.yaml');
  await client.diagnostics('src/cart.jsx', (all) => all.length > 0);
  await client.type('service.config.yaml', 'targets:', 'tragets:');
  await client.save('service.config.yaml');
  const found = await client.diagnostics('service.config.yaml', (all) => all.length > 0);
  expect(found[0]).toMatchObject({ range: { start: { line: 2 } } });
  expect(
    await client.ask('textDocument/hover', client.at('src/cart.jsx', "'cart.ti|tle'")),
  ).toBeNull();
  await client.type('service.config.yaml', 'tragets:', 'targets:');
  await client.save('service.config.yaml');
  await client.diagnostics('service.config.yaml', (all) => all.length === 0);
  expect(
    await client.ask('textDocument/hover', client.at('src/cart.jsx', "'cart.ti|tle'")),
  ).not.toBeNull();
});

test.each([
  ['surrogates', CODE.replace("<h1>{t('", "<h1>😀😀{t('")],
  ['CRLF', CODE.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${CODE}`],
])('positions hold with %s', async (_, code) => {
  const ends: (() => Promise<void> | void)[] = [];
  const project = new Project(
    { ...FILES, 'src/cart.jsx': code },
    'editor',
    (task) => void ends.push(task),
  );
  const client = await Client.start(project, (task) => void ends.unshift(task));
  try {
    await client.open('src/cart.jsx');
    const { range } = await client.ask<Hover>(
      'textDocument/hover',
      client.at('src/cart.jsx', "'cart.ti|tle'"),
    );
    expect(range && client.document('src/cart.jsx').getText(range)).toBe('cart.title');
  } finally {
    for (const end of ends) await end();
  }
});
