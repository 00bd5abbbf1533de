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
    () => project.has('de.json') && project.has('.locale-sync/index'),
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
