import { expect, test } from 'vitest';
import { createClient } from '../../src/client/public.js';
import { createEngine, loadConfig } from '../../src/index.js';
import { WORDS } from '../../src/cli/hints.js';
import { differencesText, makeStyle, resourcesDoneText } from '../../src/people/index.js';
import { Project } from '../support/project.js';
import { environment, KEY, service } from '../support/service.js';

const ADMIN = 'test-admin-key';
const CONFIG = `source: en
targets: [de]
catalogs: [{ files: 'locales/{locale}.json' }]
`;

/** An account with keys of these labels, and a project that declares some. */
async function account(labels: readonly string[], declared: string) {
  const running = await service();
  const { admin, close } = createClient({ baseUrl: running.url, key: ADMIN, adminKey: ADMIN });
  const keys = [];
  for (const label of labels) keys.push(await admin.createKey(label));
  const project = new Project({
    'service.config.yaml': `${CONFIG}developer_keys: ${declared}\n`,
    'locales/en.json': '{ "a": "Cart" }',
  });
  const run = async (
    action: 'show' | 'push' | 'pull',
    env: Readonly<Record<string, string>> = { SERVICE_ADMIN_KEY: ADMIN },
    refuseCode?: string,
  ) => {
    const all = { ...environment(running), ...env };
    const config = await loadConfig({ cwd: project.root, env: all, refuseCode });
    const before = running.counters().requests;
    const report = await createEngine(config, { words: WORDS }).resources({ do: action });
    return { ...report, sent: running.counters().requests - before };
  };
  const limits = async () =>
    (await admin.listKeys())
      .filter(({ isDeactivated }) => !isDeactivated)
      .map(({ label, usageLimits: { characters, speechToTextMilliseconds } }) => [
        label,
        characters,
        speechToTextMilliseconds,
      ]);
  return { admin, keys, run, limits, close, running, project };
}

const plain = makeStyle({ color: false });

test('a push sets the limits that differ, and nothing else', async () => {
  const { admin, keys, run, limits, close } = await account(
    ['CI', 'Docs', 'Other', 'Old'],
    '{ CI: { characters: 500, minutes: 0.5 }, Docs: { characters: none }, Old: {} }',
  );
  await admin.setLimits(keys[1]?.keyId ?? '', { characters: 9, speechToTextMilliseconds: 6_000 });
  await admin.setLimits(keys[2]?.keyId ?? '', { characters: 3 });
  const before = await limits();
  const shown = await run('show');
  expect(shown).toMatchObject({ ok: false, sent: 1, error: null });
  expect(shown.developerKeys?.map(({ label, state }) => [label, state])).toEqual([
    ['CI', 'different'],
    ['Docs', 'different'],
    ['Old', 'same'],
    // The embedded service's own.
    ['Service API Key', 'undeclared'],
    ['Other', 'undeclared'],
  ]);
  expect(differencesText(shown, plain)).toBe(`developer keys
  ~ "CI"  500 characters, 0.5 minutes here, any characters, any minutes on the service
  ~ "Docs"  any characters here, 9 characters, 0.1 minutes on the service
    "Old"  any characters, any minutes  in sync
  = "Service API Key"  any characters, any minutes  only on the service
  = "Other"  3 characters, any minutes  only on the service
`);
  expect(await limits()).toEqual(before);
  expect(await run('pull')).toMatchObject({ ok: true, sent: 0 });

  const pushed = await run('push');
  expect(pushed).toMatchObject({ ok: true, sent: 3 });
  expect(resourcesDoneText(pushed, plain)).toContain('~ "CI"  set to 500 characters, 0.5 minutes');
  expect(await limits()).toEqual([
    ['Service API Key', null, null],
    ['CI', 500, 30_000],
    ['Docs', null, 6_000],
    ['Other', 3, null],
    ['Old', null, null],
  ]);
  expect(await run('push')).toMatchObject({ ok: true, sent: 1 });
  expect(await run('show')).toMatchObject({ ok: true, sent: 1 });
  await close();
});

test('a conflict in a glossary file stops a push before a limit is set', async () => {
  const { admin, keys, run, limits, close, running, project } = await account(
    ['CI'],
    '{ CI: { characters: 5 } }\ntranslate: { glossary: terms.csv }',
  );
  project.write('terms.csv', 'en,de\nCart,Korb\n');
  expect(await run('push')).toMatchObject({ ok: true });
  await admin.setLimits(keys[0]?.keyId ?? '', { characters: 9 });
  const before = await limits();
  const client = createClient({ baseUrl: running.url, key: KEY });
  const [glossary] = await client.glossaries.list();
  await client.glossaries.putDictionary(glossary?.glossaryId ?? '', {
    sourceLang: 'en',
    targetLang: 'de',
    entries: 'Cart\tWagen',
    entriesFormat: 'tsv',
  });
  await client.close();
  project.write('terms.csv', 'en,de\nCart,Warenkorb\n');
  await expect(run('push')).rejects.toMatchObject({ code: 'glossary-conflict' });
  expect(await limits()).toEqual(before);
  await close();
});

test('a label of no active key, or of two, stops a push before anything is set', async () => {
  const { admin, keys, run, limits, close } = await account(
    ['CI', 'Twice', 'Twice', 'Gone'],
    '{ CI: { characters: 1 }, Twice: { characters: 1 }, Gone: { characters: 1 }, None: {} }',
  );
  await admin.deactivateKey(keys[3]?.keyId ?? '');
  const before = await limits();
  const states = (await run('show')).developerKeys?.map(({ state }) => state);
  expect(states).toEqual(['different', 'ambiguous', 'missing', 'missing', 'undeclared']);
  await expect(run('push')).rejects.toMatchObject({
    code: 'key-unclear',
    message: expect.stringMatching(
      /several active keys are named "Twice".*no active key "Gone".*"None"/,
    ) as unknown,
  });
  expect(await limits()).toEqual(before);
  await close();
});

test.each([
  ['without an admin key', {}, undefined, 'because SERVICE_ADMIN_KEY is not set'],
  [
    "in a fork's pull request",
    { SERVICE_ADMIN_KEY: ADMIN },
    'in a pull request',
    'in a pull request',
  ],
])('%s no key is looked at, which is said', async (_, env, refuseCode, why) => {
  const { run, limits, close } = await account(['CI'], '{ CI: { characters: 1 } }');
  const before = await limits();
  for (const action of ['show', 'push'] as const) {
    const report = await run(action, env, refuseCode);
    expect(report).toMatchObject({
      ...{ ok: true, sent: 0 },
      problems: [{ code: 'limits-unchecked', severity: 'warning' }],
    });
    expect(report.problems[0]?.message).toContain(why);
    expect(report.developerKeys).toBeUndefined();
  }
  expect(await limits()).toEqual(before);
  await close();
});

test('a developer key is no admin key, and an admin key alone is enough', async () => {
  const { run, close } = await account(['CI'], '{ CI: { characters: 1 } }');
  await expect(run('push', { SERVICE_ADMIN_KEY: 'test-developer-key' })).rejects.toMatchObject({
    ...{
      code: 'forbidden',
      hint: { text: expect.stringContaining('SERVICE_ADMIN_KEY') as unknown },
    },
  });
  const alone = await run('push', { SERVICE_AUTH_KEY: '', SERVICE_ADMIN_KEY: ADMIN });
  expect(alone).toMatchObject({ ok: true, sent: 2 });
  await close();
});
