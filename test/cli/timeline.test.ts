import { expect, test } from 'vitest';
import { Timeline } from '../../src/cli/timeline.js';
import type { EngineEvent } from '../../src/model/index.js';
import { timingText } from '../../src/people/report/summary-text.js';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

function request(step: 'sent' | 'ended', id: number): EngineEvent {
  return { type: 'request', step, id, target: 'DE', texts: 50 };
}

function timelineAt() {
  let [now, idle] = [0, 0];
  const timeline = new Timeline({ now: () => now, idle: () => idle });
  const at = (time: number, waited: number, act: () => void): void => {
    [now, idle] = [time, waited];
    act();
  };
  return { timeline, at };
}

test('adds up what comes again, and says what was waited for', () => {
  const { timeline, at } = timelineAt();
  const phase = (name: 'load' | 'plan' | 'translate') => () =>
    timeline.onEvent({ type: 'phase', name });
  at(100, 0, () => timeline.begin('config'));
  at(110, 0, phase('load'));
  at(150, 10, phase('plan'));
  at(160, 10, phase('translate'));
  at(161, 10, () => timeline.onEvent(request('sent', 1)));
  at(163, 10, () => timeline.onEvent(request('sent', 2)));
  at(170, 10, phase('plan'));
  at(180, 10, phase('translate'));
  at(261, 80, () => timeline.onEvent(request('ended', 1)));
  at(363, 180, () => timeline.onEvent(request('ended', 2)));
  at(370, 180, () => undefined);
  const timing = timeline.end();
  expect(timing).toEqual({
    total: 370,
    phases: [
      { name: 'start', start: 0, duration: 100, waited: 0 },
      { name: 'config', start: 100, duration: 10, waited: 0 },
      { name: 'load', start: 110, duration: 40, waited: 10 },
      { name: 'plan', start: 150, duration: 20, waited: 0 },
      { name: 'translate', start: 160, duration: 200, waited: 170 },
    ],
    requests: {
      count: 2,
      first: 161,
      last: 363,
      inFlight: { most: 2, average: 1.5 },
      latency: { median: 200, slowest: 200 },
      paused: 0,
    },
  });
  expect(timingText(timing)).toContain('     160  translate      200, 170 of them waiting\n');
  expect(timingText(timing)).toContain('2; the first was sent after 161 ms');
});

test('says that nothing was sent', () => {
  const { timeline } = timelineAt();
  expect(timingText(timeline.end())).toContain('nothing was sent');
});

test('sync --timing shows the run on stderr, or in the object of --json', async () => {
  const project = new Project({
    'service.config.json': JSON.stringify({
      version: 1,
      source: 'en',
      targets: ['de', 'fr'],
      catalogs: [{ files: 'l/{locale}.json' }],
    }),
    'l/en.json': '{ "a": "Apple" }\n',
  });
  project.env = environment(await service());
  const first = await project.report(['sync', '--timing']);
  const { timing } = first;
  const names = timing?.phases.map(({ name }) => name) ?? [];
  expect(names.slice(0, 4)).toEqual(['start', 'config', 'load', 'compare']);
  expect(names.slice(-3)).toEqual(['write', 'lock', 'report']);
  const sum = timing?.phases.reduce((all, { duration }) => all + duration, 0) ?? 0;
  expect(Math.abs(sum - (timing?.total ?? 0))).toBeLessThan(10);
  expect(timing?.requests).toMatchObject({ count: 2 });
  const again = await project.run(['sync', '--timing']);
  expect(again.stdout).toBe('');
  expect(again.stderr).toContain('nothing was sent');
  const plain = await project.report(['sync']);
  expect(plain).not.toHaveProperty('timing');
});
