import { editPlace } from '../../src/model/index.js';
import { createServer, request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import type { ResolvedConfig } from '../../src/config/index.js';
import { acquireRunLock } from '../../src/state/index.js';
import { CONFIG, opened, project } from './support.js';

describe('edits', () => {
  test('a text is written through the codec, one unit changes, and the lock knows a person', async () => {
    const app = project();
    const before = app.read('locales/de.json');
    const review = await opened(app);
    const row = await review.row('de', 'title');
    const [outcome] = await review.apply({ ...editPlace(row), text: 'Willkommen' });
    expect(outcome).toEqual({ file: 'locales/de.json', locale: 'de', key: ['title'], done: true });
    expect(app.read('locales/de.json')).toBe(before.replace('Willkommen im Laden', 'Willkommen'));
    const { locales } = await app.report(['status']);
    expect(locales['de']).toMatchObject({ edited: 1, missing: 1 });
    expect((await review.ask('/undo', {})).status).toBe(200);
    expect(app.read('locales/de.json')).toBe(before);
  });

  test('a missing text is added beside its neighbours', async () => {
    const app = project();
    const review = await opened(app);
    const row = await review.row('de', 'bye');
    expect(row).toMatchObject({ status: 'missing', target: '' });
    await review.apply({ ...editPlace(row), text: 'Auf Wiedersehen' });
    expect(app.read('locales/de.json')).toMatch(/zahlen:",\n {2}"bye": "Auf Wiedersehen"\n}\n$/);
  });

  test('approval changes no byte of the file', async () => {
    const app = project({}, { service: { url: 'embedded' } });
    await app.run(['sync']);
    const before = app.read('locales/ar.json');
    const review = await opened(app);
    const row = await review.row('ar', 'bye');
    expect(row.isPersons).toBe(false);
    const lock = app.read('locale-sync.lock');
    await review.apply({ ...editPlace(row), text: row.target });
    expect(app.read('locales/ar.json')).toBe(before);
    expect(app.read('locale-sync.lock')).not.toBe(lock);
    await expect.poll(async () => (await review.row('ar', 'bye')).isPersons).toBe(true);
    await review.ask('/undo', {});
    expect(app.read('locale-sync.lock')).toBe(lock);
  });

  test('what changed since it was seen is refused by name, and the rest is written', async () => {
    const app = project();
    const review = await opened(app);
    const title = await review.row('de', 'title');
    const bye = await review.row('de', 'bye');
    app.write('locales/de.json', app.read('locales/de.json').replace('im Laden', 'hier'));
    const outcomes = await review.apply(
      { ...editPlace(title), text: 'Hallo' },
      { ...editPlace(bye), text: 'Tschüss' },
      { ...editPlace(bye), key: ['gone'], text: 'x' },
    );
    expect(outcomes.map(({ done }) => done)).toEqual([false, true, false]);
    expect(outcomes[0]?.message).toMatch(/has changed in the meantime and was kept/);
    expect(app.read('locales/de.json')).toContain('Willkommen hier');
    expect(app.read('locales/de.json')).toContain('Tschüss');
  });

  test('a text that breaks a rule is refused until it is said twice', async () => {
    const app = project();
    const review = await opened(app);
    const place = editPlace(await review.row('de', 'pay'));
    const [refused] = await review.apply({ ...place, text: 'Zahlen {summe}' });
    expect(refused?.done).toBe(false);
    expect(refused?.message).toMatch(/amount|summe/);
    const [done] = await review.apply({ ...place, text: 'Zahlen {summe}', force: true });
    expect(done?.done).toBe(true);
    expect((await app.report(['check'])).locales['de']).toMatchObject({ invalid: 1 });
  });

  test('a dismissed finding is settled in the lock, and undo opens it again', async () => {
    const app = project();
    const review = await opened(app);
    const row = await review.row('de', 'again');
    expect(row.more.findings).toMatchObject([
      { rule: 'surrounding-space', level: 'warn', marks: { in: 'source', ranges: [[17, 18]] } },
    ]);
    await review.apply({ ...editPlace(row), dismiss: ['surrounding-space'] });
    await expect
      .poll(async () => (await review.row('de', 'again')).more.findings?.[0]?.level)
      .toBe('settled');
    await review.ask('/undo', {});
    const { problems } = await app.report(['check']);
    expect(problems.some(({ code }) => code === 'surrounding-space')).toBe(true);
  });

  test('undo takes a text back where others of its file have changed since', async () => {
    const app = project();
    const before = app.read('locales/de.json');
    const review = await opened(app);
    await review.apply({ ...editPlace(await review.row('de', 'title')), text: 'Hallo' });
    await review.apply({ ...editPlace(await review.row('de', 'bye')), text: 'Tschüss' });
    app.write('locales/de.json', app.read('locales/de.json').replace('Dinge', 'Sachen'));
    await review.ask('/undo', {});
    expect(await (await review.ask('/undo', {})).json()).not.toHaveProperty('message');
    expect(app.read('locales/de.json')).toBe(before.replace('Dinge', 'Sachen'));
    const { locales } = await app.report(['status']);
    expect(locales['de']).toMatchObject({ missing: 1 });
  });

  test('undo leaves a text that somebody changed since', async () => {
    const app = project();
    const review = await opened(app);
    await review.apply({ ...editPlace(await review.row('de', 'title')), text: 'Hallo' });
    app.write('locales/de.json', app.read('locales/de.json').replace('Hallo', 'Servus'));
    const answer = (await (await review.ask('/undo', {})).json()) as { message: string };
    expect(answer.message).toMatch(/because locales\/de\.json changed in the meantime/);
    expect(app.read('locales/de.json')).toContain('Servus');
  });

  test('a page takes its own step back, whatever another one did since', async () => {
    const app = project({}, { service: { url: 'embedded' } });
    await app.run(['sync']);
    const review = await opened(app);
    const write = async (key: string, text: string): Promise<string> => {
      const edit = { ...editPlace(await review.row('de', key)), text };
      const answer = await review.ask('/apply', [edit]);
      return ((await answer.json()) as { step: string }).step;
    };
    const first = await write('title', 'Hallo');
    await write('bye', 'Tschüss');
    const undo = async (): Promise<unknown> => (await review.ask('/undo', { step: first })).json();
    expect(await undo()).not.toHaveProperty('message');
    expect(app.read('locales/de.json')).toMatch(/"Willkommen im Laden"[^]*"Tschüss"/);
    expect(await undo()).toMatchObject({ message: 'There is nothing to undo.' });
    expect(app.read('locales/de.json')).toContain('Tschüss');
  });

  test('edits of many megabytes are taken as any others', async () => {
    const review = await opened(project());
    const edit = { ...editPlace(await review.row('de', 'title')), text: 'x'.repeat(1_000_000) };
    const others = Array.from({ length: 20 }, (_, at) => ({ ...edit, key: [`gone${at}`] }));
    const outcomes = await review.apply(...others);
    expect(outcomes.map(({ message }) => message)).toEqual(
      others.map(() => expect.stringContaining('No file contains this text any more') as string),
    );
  });

  test('many approvals are one step', async () => {
    const app = project({}, { service: { url: 'embedded' } });
    await app.run(['sync']);
    const review = await opened(app);
    const lock = app.read('locale-sync.lock');
    const rows = await Promise.all(['bye', 'cart', 'pay'].map((key) => review.row('ar', key)));
    const outcomes = await review.apply(
      ...rows.map((row) => ({ ...editPlace(row), text: row.target })),
    );
    expect(outcomes.every(({ done }) => done)).toBe(true);
    await review.ask('/undo', {});
    expect(app.read('locale-sync.lock')).toBe(lock);
  });
});

test('a step that changes nothing is taken back before the one under it', async () => {
  const app = project();
  const before = app.read('locales/de.json');
  const review = await opened(app);
  const title = await review.row('de', 'title');
  const cart = await review.row('de', 'cart');
  await review.apply({ ...editPlace(title), text: 'Hallo' });
  await review.apply({ ...editPlace(cart), text: cart.target });
  await review.apply({ ...editPlace(cart), text: cart.target });
  await review.ask('/undo', {});
  expect(app.read('locales/de.json')).toContain('Hallo');
  await review.ask('/undo', {});
  expect(app.read('locales/de.json')).toContain('Hallo');
  await review.ask('/undo', {});
  expect(app.read('locales/de.json')).toBe(before);
});

test('the rules say what they find as somebody types, and each form has its number', async () => {
  const review = await opened(project());
  const row = await review.row('ar', 'cart');
  const text = '{count, plural, one {# بند} other {# بنود}}';
  const check = await (await review.ask('/check', { ...editPlace(row), text })).json();
  expect(check).toMatchObject({
    findings: [{ rule: 'plural-categories' }],
    previews: [
      { form: 'zero', number: 0 },
      { form: 'one', number: 1, text: '1 بند' },
      { form: 'two', number: 2 },
      { form: 'few', number: 3, text: '3 بنود' },
      { form: 'many', number: 11 },
      { form: 'other', number: 100 },
    ],
  });
});

test('the placeholders of the source, the terms in it and the forms of the target come with a check', async () => {
  const app = project(
    { 'terms.csv': 'en,de\ncart,Korb\nshop,Laden\n' },
    { translate: { glossary: 'terms.csv' } },
  );
  const review = await opened(app);
  const asked = { ...editPlace(await review.row('de', 'cart')), text: '' };
  const check = await (await review.ask('/check', asked)).json();
  expect(check).toMatchObject({
    findings: [],
    codes: [{ text: '#' }],
    terms: [['cart', 'Korb']],
    fields: ['{count, plural, ', { form: 'one' }, { form: 'other' }, '}', { form: '' }],
  });
});

test('files that change outside show at once', async () => {
  const app = project();
  const review = await opened(app);
  const events = await review.ask(`/events`);
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  void (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      heard += value;
    }
  })().catch(() => undefined);
  app.write('locales/de.json', app.read('locales/de.json').replace('im Laden', 'draussen'));
  await expect.poll(() => heard).toContain('draussen');
  expect(heard).toContain('"type":"rows"');
  app.write('locales/en.json', app.read('locales/en.json').replace('Good bye', 'Farewell'));
  await expect.poll(() => heard).toContain('"type":"all"');
});

test('a config that changes is taken at once; one that is broken is said, and nothing else', async () => {
  const app = project();
  const reload = (): Promise<ResolvedConfig> => loadConfig({ cwd: app.root, env: {} });
  const review = await opened(app, { reload });
  await review.apply({ ...editPlace(await review.row('de', 'title')), text: 'Hallo' });
  const events = await review.ask(`/events`);
  let heard = '';
  const listener = new WritableStream<string>({ write: (text) => void (heard += text) });
  events
    .body!.pipeThrough(new TextDecoderStream())
    .pipeTo(listener)
    .catch(() => undefined);
  app.write('service.config.json', '{ "version": 1, "source"');
  await expect.poll(() => heard).toMatch(/"type":"error".*"service\.config\.json/);
  expect((await review.data()).targets).toEqual(['de', 'ar']);
  app.write('service.config.json', JSON.stringify({ ...CONFIG, targets: ['de', 'ar', 'fr'] }));
  await expect.poll(async () => (await review.data()).targets).toEqual(['de', 'ar', 'fr']);
  await expect.poll(() => heard).toContain('"type":"all"');
  expect(await review.row('fr', 'title')).toMatchObject({ status: 'missing' });
  await review.ask('/undo', {});
  expect(app.read('locales/de.json')).toContain('Willkommen im Laden');
});

test('the text that a translation was made for is found in git', async () => {
  const app = project({}, { service: { url: 'embedded' } });
  await app.run(['sync']);
  const { execFileSync } = await import('node:child_process');
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: app.root,
      stdio: 'ignore',
    });
  };
  git('init');
  git('add', '.');
  git('commit', '-m', 'first');
  app.write('locales/en.json', app.read('locales/en.json').replace('Good bye', 'Good night'));
  git('commit', '-am', 'second');
  const review = await opened(app);
  await expect.poll(async () => (await review.row('ar', 'bye')).more.former).toBe('Good bye');
});

describe('who may ask', () => {
  test.each<[string, Record<string, string>, number]>([
    ['nobody without the token', { 'x-locale-sync-token': '' }, 403],
    ['nobody with another', { 'x-locale-sync-token': 'x'.repeat(24) }, 403],
    ['no page of another site', { origin: 'https://evil.example' }, 403],
    ['no page that the browser calls foreign', { 'sec-fetch-site': 'cross-site' }, 403],
    ['the page itself', {}, 200],
  ])('%s', async (_, headers, status) => {
    const review = await opened(project());
    expect((await review.ask('/data.json', undefined, headers)).status).toBe(status);
    expect((await review.ask('/apply', [], headers)).status).toBe(status);
  });

  test('no name that is resolved to this machine (DNS rebinding)', async () => {
    const { port, token } = await opened(project());
    const headers = { host: `evil.example:${port}`, 'x-locale-sync-token': token };
    const status = await new Promise((resolve) => {
      request({ port, host: '127.0.0.1', path: '/data.json', headers }, (answer) =>
        resolve(answer.statusCode),
      ).end();
    });
    expect(status).toBe(403);
  });

  test('a path is none of the project, and no edit leaves its files', async () => {
    const app = project();
    const review = await opened(app);
    const before = app.files();
    for (const path of ['/../service.config.json', '/locales/de.json', '/%2e%2e/x']) {
      expect((await review.ask(path)).status).toBe(404);
    }
    const place = editPlace(await review.row('de', 'title'));
    for (const file of ['../out.json', '/etc/passwd', 'service.config.json', 'locales/fr.json']) {
      const [outcome] = await review.apply({ ...place, file, text: 'x' });
      expect(outcome).toMatchObject({ done: false, file });
    }
    const [other] = await review.apply({ ...place, locale: 'xx', text: 'x' });
    expect(other?.done).toBe(false);
    expect(app.files()).toEqual(before);
    expect((await review.ask('/apply', { no: 'list' })).status).toBe(400);
  });

  test('the page asks nobody else for anything', async () => {
    const review = await opened(project());
    const answer = await fetch(review.url);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; img-src 'self' data:; connect-src 'self';/,
    );
    expect(policy).not.toMatch(/unsafe|\*|http/);
    const html = await answer.text();
    expect(html.length).toBeLessThan(350_000);
    expect(html).not.toMatch(/(?:src|href)="(?!data:,)/);
  });
});

test('two pages of the repository, each of its own process, see and undo only what is theirs', async () => {
  const app = project({}, { service: { url: 'embedded' } });
  await app.run(['sync']);
  const [one, two] = [await opened(app), await opened(app)];
  await one.apply({ ...editPlace(await one.row('de', 'title')), text: 'Hallo' });
  await expect.poll(async () => (await two.row('de', 'title')).target).toBe('Hallo');
  expect(await (await two.ask('/undo', {})).json()).toMatchObject({ files: [] });
  await two.apply({ ...editPlace(await two.row('de', 'bye')), text: 'Tschüss' });
  await one.ask('/undo', {});
  expect(app.read('locales/de.json')).toMatch(/Willkommen im Laden[^]*Tschüss/);
});

describe('what is in the way', () => {
  test('a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    await expect(opened(project(), { port })).rejects.toMatchObject({
      code: 'port-taken',
      message: `Port ${port} on this machine is in use.`,
    });
  });

  test('a sync meanwhile: nothing is written, and the page says so', async () => {
    const app = project();
    const review = await opened(app);
    const place = editPlace(await review.row('de', 'title'));
    const lock = await acquireRunLock(app.path('.locale-sync'));
    const answer = await review.ask('/apply', [{ ...place, text: 'Hallo' }]);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toMatch(/is running here.*try again/);
    lock.release();
    expect((await review.apply({ ...place, text: 'Hallo' }))[0]?.done).toBe(true);
  });

  test('a file that broke meanwhile', async () => {
    const app = project();
    const review = await opened(app);
    const place = editPlace(await review.row('de', 'title'));
    app.write('locales/de.json', '{ "title": "Hal');
    const answer = await review.ask('/apply', [{ ...place, text: 'Hallo' }]);
    expect(await answer.text()).toMatch(/message/);
    expect(app.read('locales/de.json')).toBe('{ "title": "Hal');
    await expect
      .poll(async () => (await review.data()).problems)
      .toEqual([expect.stringMatching(/^locales\/de\.json:1:/)]);
  });
});
