import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

/** Waits for something that another process does. @throws Error when it does not come about */
async function eventually(what: string, holds: () => boolean): Promise<void> {
  for (let i = 0; i < 600; i += 1) {
    if (holds()) return;
    await sleep(100);
  }
  throw new Error(`${what} did not come about`);
}

test('sync --watch syncs a source file that is saved, and its own writes start nothing', async () => {
  const running = await service();
  const project = new Project({
    'service.config.yaml': "source: en\ntargets: [de]\ncatalogs: [{ files: '{locale}.json' }]\n",
    'en.json': '{"a": "First text"}',
  });
  const child = project.start(['sync', '--watch'], { env: environment(running) });
  await eventually(
    'the first sync',
    () => project.has('de.json') && project.has('.locale-sync/ledger/sync'),
  );
  project.write('en.json', '{"a": "First text", "b": "Second text"}');
  await eventually('the second sync', () => project.read('de.json').includes('"b"'));
  await sleep(1_500);
  expect(running.counters()).toMatchObject({ requests: 2, texts: 2 });
  project.write('en.json', '{"a": ');
  await sleep(1_000);
  project.write('en.json', '{"a": "Third text", "b": "Second text"}');
  await eventually('a sync after a broken save', () => running.counters().requests === 3);
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  expect(await ended).not.toBeNull();
});

test('sync --watch says once what stays as it is: a file that is half typed, a config that is broken', async () => {
  const running = await service();
  const config = "source: en\ntargets: [de]\ncatalogs: [{ files: '{locale}.json' }]\n";
  const project = new Project({ 'service.config.yaml': config, 'en.json': '{"a": "First text"}' });
  const child = project.start(['sync', '--watch'], { env: environment(running) });
  let said = '';
  child.stderr?.on('data', (data: Buffer) => (said += data.toString()));
  const times = (word: string): number => said.split(word).length - 1;
  await eventually('the first sync', () => times('Watching') === 1);
  for (let length = 1; length < 8; length += 1) {
    project.write('en.json', `{"a": "First text", "${'b'.repeat(length)}`);
    if (length === 1) await eventually('the problem', () => times('error:') === 1);
    await sleep(300);
  }
  project.write('en.json', '{"a": "First text", "b": "Second text"}');
  await eventually('the sync of the whole file', () => project.read('de.json').includes('"b"'));
  expect(times('error:')).toBe(1);
  expect(times('invalid-file')).toBe(1);
  for (let length = 1; length < 5; length += 1) {
    project.write('service.config.yaml', `${config}limits: { ${'c'.repeat(length)}`);
    if (length === 1) await eventually('the broken config', () => times('error:') === 2);
    await sleep(300);
  }
  project.write('service.config.yaml', config);
  project.write('en.json', '{"a": "Third text", "b": "Second text"}');
  await eventually('the last sync', () => running.counters().requests === 3);
  expect(times('error:')).toBe(2);
  child.kill('SIGINT');
});
