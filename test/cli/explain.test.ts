import { expect, test } from 'vitest';
import type { Explanation } from '../../src/model/index.js';
import { Project } from '../support/project.js';

const EN = {
  fresh: 'A new text',
  same: 'Close it',
  mine: 'Mine {n}',
  old: 'An old text',
  number: 5,
  machine: 'A machine text',
};

function text(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

async function projectOf(): Promise<Project> {
  const project = new Project({
    'service.config.json': JSON.stringify({
      version: 1,
      source: 'en',
      targets: ['de', 'fr'],
      translate: { context: 'A shop' },
      catalogs: [{ files: 'l/{locale}.json' }],
    }),
    'l/en.json': text({ ...EN, fresh: undefined, gone: 'Gone' }),
    'l/de.json': text({ same: 'Schließen', mine: 'Mein', old: 'Ein alter Text', own: 'Nur hier' }),
  });
  project.env = { SERVICE_URL: 'embedded' };
  await project.run(['sync', '--locale', 'de']);
  const de = { ...(project.json('l/de.json') as object), same: 'Zumachen' };
  project.write('l/de.json', text(de));
  const { machine, ...rest } = EN;
  project.write('l/en.json', text({ ...rest, machine, old: 'Another text', twin: 'Close it' }));
  return project;
}

test('each unit says its status and why, who made it, and what sync would do at what cost', async () => {
  const project = await projectOf();
  const before = project.files();
  const { stdout } = await project.run(['explain', 'de:*', '--json']);
  const { ok, units } = JSON.parse(stdout) as { ok: boolean; units: readonly Explanation[] };
  expect(ok).toBe(true);
  const told = units.map(({ key, status, origin, action, reuse = '', characters }) =>
    [key, status, origin, action, reuse, characters].join(' '),
  );
  expect(told.sort()).toEqual(
    [
      'fresh missing none translate  10',
      'same edited person keep  0',
      'mine current person keep  0',
      'old review person propose  12',
      'number current copy keep  0',
      'machine current machine keep  0',
      'twin missing none reuse repository 0',
      'gone obsolete none remove  0',
      'own extra person keep  0',
    ].sort(),
  );
  const [mine] = units.filter(({ key }) => key === 'mine');
  expect(mine).toMatchObject({
    file: 'l/de.json',
    locale: 'de',
    source: 'Mine {n}',
    target: 'Mein',
    context: 'A shop',
    why: 'A person wrote or accepted it, for this source text.',
    findings: [{ code: 'placeholder-mismatch', level: 'warn' }],
  });
  expect(units.flatMap(({ key, trust }) => (trust === undefined ? [] : [key]))).toEqual([
    'machine',
  ]);
  const seen = await project.run(['status', '--verbose', '--json']);
  const { trust } = JSON.parse(seen.stdout) as { trust: readonly { key: string }[] };
  expect(trust.map(({ key }) => key)).toEqual(['machine']);
  expect(project.files()).toEqual(before);
});

test('options of another day, and a file that is not there', async () => {
  const project = await projectOf();
  const config = project.read('service.config.json').replace('A shop', 'A market');
  project.write('service.config.json', config);
  const { stdout, code } = await project.run(['explain', 'de:machine', 'fr:machine']);
  expect(code).toBe(0);
  const lines = stdout.split('\n').map((line) => line.trim().replace(/ {2,}/g, '  '));
  expect(lines).toEqual([
    'de:machine  l/de.json',
    'status  current. A machine translated this source text, under other options.',
    'source  "A machine text"',
    expect.stringMatching(/^target {2}"\[de /) as string,
    'made by  a machine, under other options',
    expect.stringMatching(/^trust {2}\d+ of 100$/) as string,
    'context  A market',
    'sync would  leave it as it is',
    '',
    'fr:machine  l/fr.json',
    'status  missing. l/fr.json does not exist yet.',
    'source  "A machine text"',
    'made by  nobody: there is no text',
    'context  A market',
    'sync would  translate it, 14 characters to be billed',
    '',
  ]);
});

test('an unknown key or locale is an error of the call', async () => {
  const project = await projectOf();
  for (const unit of ['de:nowhere', 'xx:same', 'same']) {
    const { code, stdout, stderr } = await project.run(['explain', unit]);
    expect([unit, code, stdout, stderr !== '']).toEqual([unit, 2, '', true]);
  }
});
