import { expect, onTestFinished, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report, Selection } from '../../src/index.js';
import { Project } from '../support/project.js';
import { JSON_CONFIG, KEY, startTestService } from '../support/scenario.js';

const SOURCE = 'locales/en.json';
const TARGET = 'locales/de.json';
const LOCK = 'locale-sync.lock';

/** A text translated by a run, or by a person where the lock first saw it. */
type Whose = 'machine' | 'person';

interface Row {
  /**
   * `in step`: as the last run here left it; `checkout`: the same without local state; `older`: of
   * before.
   */
  readonly lock: 'in step' | 'checkout' | 'older' | 'lost';
  readonly whose: Whose;
  /**
   * What happened since the lock: nothing, an edit of a person, or a run that a newer lock knew of.
   */
  readonly target: 'as it was' | 'edited' | 'translated anew';
  readonly source: 'as it was' | 'changed';
  readonly status: 'current' | 'stale' | 'edited' | 'review';
  /** Texts that a `sync` sends. */
  readonly sent: 0 | 1;
}

const ROWS: readonly Row[] = [
  row('in step', 'machine', 'as it was', 'as it was', 'current', 0),
  row('in step', 'machine', 'as it was', 'changed', 'stale', 1),
  row('in step', 'machine', 'edited', 'as it was', 'edited', 0),
  row('in step', 'machine', 'edited', 'changed', 'review', 1),
  row('in step', 'person', 'as it was', 'as it was', 'current', 0),
  row('in step', 'person', 'as it was', 'changed', 'review', 1),
  row('in step', 'person', 'edited', 'as it was', 'edited', 0),
  row('in step', 'person', 'edited', 'changed', 'review', 1),
  row('checkout', 'machine', 'as it was', 'as it was', 'current', 0),
  row('checkout', 'machine', 'as it was', 'changed', 'stale', 1),
  row('checkout', 'machine', 'edited', 'as it was', 'edited', 0),
  row('checkout', 'machine', 'edited', 'changed', 'review', 0),
  row('checkout', 'person', 'as it was', 'changed', 'review', 1),
  row('checkout', 'person', 'edited', 'as it was', 'edited', 0),
  row('checkout', 'person', 'edited', 'changed', 'review', 0),
  row('older', 'machine', 'translated anew', 'changed', 'review', 0),
  row('older', 'machine', 'edited', 'changed', 'review', 0),
  row('older', 'machine', 'edited', 'as it was', 'edited', 0),
  row('older', 'person', 'edited', 'changed', 'review', 0),
  row('older', 'person', 'edited', 'as it was', 'edited', 0),
  row('lost', 'machine', 'as it was', 'changed', 'current', 0),
  row('lost', 'machine', 'translated anew', 'changed', 'current', 0),
  row('lost', 'machine', 'edited', 'changed', 'current', 0),
  row('lost', 'person', 'edited', 'changed', 'current', 0),
];

test.each(ROWS)(
  'lock $lock, text of a $whose $target, source $source: $status, $sent sent',
  async ({ lock, whose, target, source, status, sent }) => {
    const service = await startTestService();
    onTestFinished(() => service.close());
    const project = new Project({
      'service.config.yaml': JSON_CONFIG,
      [SOURCE]: '{ "a": "Apple" }\n',
      ...(whose === 'person' ? { [TARGET]: '{ "a": "Apfel" }\n' } : {}),
    });
    const engine = async () => {
      const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
      return createEngine(await loadConfig({ cwd: project.root, env }));
    };
    const sync = async (selection?: Selection): Promise<Report> => (await engine()).sync(selection);
    await sync();
    const before = project.read(LOCK);
    if (source === 'changed') project.write(SOURCE, '{ "a": "Green apple" }\n');
    if (target === 'translated anew') await sync();
    if (target === 'edited') {
      project.write(TARGET, '{ "a": "Grüner Apfel" }\n');
      // A newer lock knew of it, and of what was made of it.
      if (lock === 'older') await sync({ accept: true });
    }
    if (lock !== 'in step') project.remove('.locale-sync');
    if (lock === 'lost') project.remove(LOCK);
    else project.write(LOCK, before);
    const text = project.read(TARGET);
    const { texts, requests } = service.counters();

    expect((await (await engine()).status()).locales).toMatchObject({ de: { [status]: 1 } });
    const report = await sync();
    expect(service.counters().texts - texts, JSON.stringify(report)).toBe(sent);
    expect(report.texts).toBe(sent);
    if (status !== 'stale') expect(project.read(TARGET)).toBe(text);
    // What is known then stays as it is, and is not asked again, with or without local state.
    const after = service.counters().requests;
    expect(after - requests).toBe(sent);
    const settled = status === 'stale' ? 'current' : status;
    for (const state of ['kept', 'gone']) {
      if (state === 'gone') project.remove('.locale-sync');
      const again = await sync();
      expect(again.locales).toMatchObject({ de: { [settled]: 1 } });
      expect(again.files.written).toBe(0);
    }
    expect(service.counters().requests).toBe(after);
  },
);

function row(...[lock, whose, target, source, status, sent]: RowParts): Row {
  return { lock, whose, target, source, status, sent };
}

type RowParts = [
  Row['lock'],
  Row['whose'],
  Row['target'],
  Row['source'],
  Row['status'],
  Row['sent'],
];

test('an older lock beside the local memory knows again what was translated since', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const project = new Project({
    'service.config.yaml': JSON_CONFIG,
    [SOURCE]: '{ "a": "Apple" }\n',
  });
  const sync = async (): Promise<Report> => {
    const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
    return createEngine(await loadConfig({ cwd: project.root, env })).sync();
  };
  await sync();
  const older = project.read(LOCK);
  project.write(SOURCE, '{ "a": "Green apple" }\n');
  await sync();
  const newer = project.read(LOCK);
  project.write(LOCK, older);
  expect(await sync()).toMatchObject({ ok: true, requests: 0, locales: { de: { current: 1 } } });
  expect(project.read(LOCK)).toBe(newer);
});
