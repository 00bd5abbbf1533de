import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Engine, Report } from '../../src/index.js';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

/** Real files and requests on a machine that may be busy. */
const TIMEOUT = 300_000;

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

type Change =
  | { readonly type: 'remove' | 'insert'; readonly at: number }
  | { readonly type: 'move'; readonly at: number; readonly to: number };

const at = fc.nat(1000);
const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.oneof(
    fc.record({ type: fc.constantFrom('remove', 'insert'), at }),
    fc.record({ type: fc.constant('move'), at, to: at }),
  ),
  { minLength: 1, maxLength: 5 },
);

function changed(list: readonly string[], how: readonly Change[]): string[] {
  const result = [...list];
  for (const [n, change] of how.entries()) {
    const place = change.at % (result.length + 1);
    if (change.type === 'insert') result.splice(place, 0, `New ${n}`);
    const [gone] = change.type === 'insert' ? [] : result.splice(place, 1);
    if (change.type === 'move' && gone !== undefined) {
      result.splice(change.to % (result.length + 1), 0, gone);
    }
  }
  // An array without elements is another thing.
  return result.length === 0 ? ['Rest'] : result;
}

interface Shape {
  readonly name: string;
  readonly extension: 'json' | 'yaml';
  /** Texts of an element, by what it says. */
  readonly element: (text: string) => unknown;
  readonly texts: number;
}

const SHAPES: readonly Shape[] = [
  { name: 'texts in JSON', extension: 'json', element: (text) => text, texts: 1 },
  { name: 'texts in YAML', extension: 'yaml', element: (text) => text, texts: 1 },
  {
    name: 'objects in JSON',
    extension: 'json',
    element: (text) => ({ q: `${text}?`, a: { text: `${text}!`, count: 1 } }),
    texts: 2,
  },
  {
    name: 'objects with arrays in YAML',
    extension: 'yaml',
    element: (text) => ({ title: text, points: [`${text} a`, `${text} b`] }),
    texts: 3,
  },
];

class World {
  readonly #project: Project;
  readonly #shape: Shape;

  constructor(shape: Shape) {
    this.#shape = shape;
    const files = `l/{locale}.${shape.extension}`;
    const config = `version: 1\nsource: en\ntargets: [de]\ncatalogs: [{ files: '${files}' }]\n`;
    this.#project = new Project({ 'service.config.yaml': config }, 'arrays', onTestFinished);
  }

  write(locale: string, texts: readonly string[]): void {
    const { extension, element } = this.#shape;
    const content = { before: 'Start', list: texts.map(element), behind: { end: 'End' } };
    const text = extension === 'json' ? JSON.stringify(content, null, 2) : stringify(content);
    this.#project.write(`l/${locale}.${extension}`, text);
  }

  /** The elements, each as text. */
  read(locale: string): readonly string[] {
    const text = this.#project.read(`l/${locale}.${this.#shape.extension}`);
    const { list } = parse(text) as { readonly list: readonly unknown[] };
    return list.map((element) => JSON.stringify(element));
  }

  async run(command: 'sync' | 'status'): Promise<Report> {
    const engine = await this.engine({ warm: false });
    return engine[command]();
  }

  async engine({ warm }: { readonly warm: boolean }): Promise<Engine> {
    const config = await loadConfig({
      cwd: this.#project.root,
      env: { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY },
    });
    return createEngine(config, { warm });
  }
}

/** What a person wrote for a source text. */
const german = (text: string): string => text.replace('Text', 'Satz');

test.each(SHAPES)(
  '$name: every source text that is still there keeps its target text',
  { timeout: TIMEOUT },
  async (shape) => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      changes,
      async (size, how) => {
        const world = new World(shape);
        const before = Array.from({ length: size }, (_, n) => `Text ${n}`);
        world.write('en', before);
        world.write('de', before.map(german));
        await world.run('sync');
        const now = changed(before, how);
        world.write('en', now);
        const fresh = now.filter((text) => !before.includes(text));
        // With no old text left, nothing is certain: what stands then waits for review.
        if (fresh.length === now.length) return;
        const report = await world.run('sync');
        const standing = world.read('de');
        expect(standing).toHaveLength(now.length);
        for (const [n, text] of now.entries()) {
          if (fresh.includes(text)) continue;
          expect(standing[n]).toBe(JSON.stringify(shape.element(german(text))));
        }
        expect(report.texts).toBeLessThanOrEqual(fresh.length * shape.texts);
        const again = await world.run('sync');
        expect(again).toMatchObject({ texts: 0, files: { written: 0 } });
      },
    );
    await fc.assert(property, { numRuns: 25, seed: 7 });
  },
);

test(
  'an engine that stays warm says of arrays what a new one says',
  { timeout: TIMEOUT },
  async () => {
    const world = new World({ name: '', extension: 'json', element: (text) => text, texts: 1 });
    const before = ['Text 1', 'Text 2', 'Text 3'];
    world.write('en', before);
    world.write('de', before.map(german));
    const warm = await world.engine({ warm: true });
    await warm.sync();
    const states: readonly (readonly [en: readonly string[], de: readonly string[]])[] = [
      [['Text 1', 'Text 3'], before.map(german)],
      [
        ['Text 1', 'Text 3'],
        ['Satz 1', 'Satz 2', 'Anders'],
      ],
      [
        ['Text 1', 'Text 3'],
        ['Satz 1', 'Satz 3'],
      ],
      [
        ['Text 1', 'Text 3'],
        ['Satz 1', 'Anders'],
      ],
      [before, before.map(german)],
      [['Text 3', 'Text 1', 'Text 2'], before.map(german)],
    ];
    for (const [en, de] of states) {
      world.write('en', en);
      world.write('de', de);
      expect(await warm.status()).toEqual(await world.run('status'));
    }
    await warm.sync();
    expect(world.read('de')).toEqual(['"Satz 3"', '"Satz 1"', '"Satz 2"']);
    expect(await warm.status()).toMatchObject({ ok: true, locales: { de: { current: 5 } } });
    await warm.close();
  },
);

test(
  'elements behind one that has no text wait all at once; everything else is written',
  { timeout: TIMEOUT },
  async () => {
    const config = `version: 1\nsource: en\ntargets: [de]\ncatalogs: [{ files: 'l/{locale}.json' }]\n`;
    const project = new Project({ 'service.config.yaml': config }, 'turns', onTestFinished);
    const large = 'too large '.repeat(20_000);
    const before = Array.from({ length: 20 }, (_, n) => `Before ${n}`);
    const behind = Array.from({ length: 200 }, (_, n) => `Behind ${n}`);
    const errors = { 404: 'Not found', 500: 'Broken' };
    const lists = {
      list: [...before, large, ...behind],
      deep: [{ points: [large, 'A', 'B'], title: 'T' }, { title: 'U' }],
    };
    project.write('l/en.json', JSON.stringify({ ...lists, errors }));
    project.write('l/de.json', JSON.stringify({ list: before.slice(0, 2) }));
    const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
    const engine = createEngine(await loadConfig({ cwd: project.root, env }));
    const { problems } = await engine.sync();
    const waiting = problems.filter(({ code }) => code === 'write-failed');
    expect(waiting).toHaveLength(behind.length + 2);
    for (const { message } of waiting) expect(message).toContain('has no text yet');
    const written = project.json('l/de.json') as {
      readonly list: readonly string[];
      readonly deep: readonly { readonly title: string }[];
      readonly errors: object;
    };
    expect(written.list).toHaveLength(before.length);
    expect(written.deep.map(({ title }) => title)).toHaveLength(2);
    expect(Object.keys(written.errors)).toEqual(['404', '500']);
  },
);

test.each([
  ['arrays', { steps: ['Text A', ['One', 'Two'], ['Three']], n: 5 }],
  ['objects', { steps: ['Text A', { o: 'One' }, { o: 'Two' }], n: 5 }],
  ['both, in front', { steps: [['One'], { o: ['Two', 'Three'] }, 'Text A'], n: 5 }],
])(
  'no element is lost where an array of texts and %s could not be translated at first',
  async (_, source) => {
    const project = new Project({
      'service.config.yaml':
        'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: l/{locale}.json\n',
      'l/en.json': JSON.stringify(source),
    });
    project.env = { SERVICE_URL: 'http://127.0.0.1:9', SERVICE_AUTH_KEY: 'key' };
    expect((await project.report(['sync'])).code).toBe(3);
    expect(project.json('l/de.json')).toEqual({ n: 5 });
    project.env = { SERVICE_URL: 'embedded' };
    expect((await project.report(['sync'])).code).toBe(0);
    expect(shapeOf(project.json('l/de.json'))).toEqual(shapeOf(source));
  },
  TIMEOUT,
);

test.each([
  ['json', '{"a": [], "b": {}, "c": null, "d": "Da"}\n'],
  ['yaml', 'a: []\nb: {}\nc: ~\nd: Da\n'],
])(
  'an empty container in the place of a text is filled as null is (%s)',
  async (ending, target) => {
    const project = new Project({
      'service.config.yaml': `version: 1\nservice: { url: embedded }\nsource: en\ntargets: [de]\ncatalogs:\n  - files: l/{locale}.${ending}\n`,
      [`l/en.${ending}`]: '{"a": "One", "b": "Two", "c": "Three", "d": "There"}\n',
      [`l/de.${ending}`]: target,
    });
    project.env = { SERVICE_URL: 'embedded' };
    expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 3 });
    const texts = parse(project.read(`l/de.${ending}`)) as Record<string, unknown>;
    const marked = Object.values(texts).map((text) => String(text).replace(/^\[de .*/, '[de'));
    expect(marked).toEqual(['[de', '[de', '[de', 'Da']);
  },
  TIMEOUT,
);

/** Where there are texts, and what is none. */
function shapeOf(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? '' : one)),
  );
}
