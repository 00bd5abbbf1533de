import { editPlace } from '../../src/model/index.js';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { ReviewData, ReviewEdit, ReviewOutcome } from '../../src/model/index.js';
import type { Guest } from '../../src/people/review/delta.js';
import type { OpenOptions } from '../../src/people/review/server/open-review.js';
import { opened, project, rowOf } from './support.js';
import type { Opened } from './support.js';

const ANNA: Guest = { locale: 'de', name: 'Anna Schmidt <anna@example.com>', may: 'decide' };
const BEN: Guest = { locale: 'de', name: 'Ben', may: 'suggest' };
const ANYBODY: Guest = { locale: 'ar', name: '', may: 'decide' };

interface Asked {
  readonly status: number;
  readonly text: string;
  readonly json: () => unknown;
}

interface Invited {
  readonly url: URL;
  readonly send: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Asked>;
  readonly data: () => Promise<ReviewData>;
  readonly row: (key: string) => Promise<ReturnType<typeof rowOf>>;
  readonly apply: (...edits: readonly ReviewEdit[]) => Promise<readonly ReviewOutcome[]>;
}

/** What a guest's browser does; the socket is on loopback whatever the host is. */
function invited(review: Opened, at: number, guest: Guest): Invited {
  const url = new URL(review.guestUrls[at] ?? '');
  const token = url.searchParams.get('token') ?? '';
  const send: Invited['send'] = (path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const own = { 'x-locale-sync-token': token, host: url.host, ...headers };
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const sent = request(
        {
          ...{ host: '127.0.0.1', port: review.port, path, headers: { ...own, ...json } },
          method: body === undefined ? 'GET' : 'POST',
        },
        (answer) => {
          let text = '';
          answer.on('data', (part: Buffer) => (text += String(part)));
          answer.on('end', () => {
            resolve({
              status: answer.statusCode ?? 0,
              text,
              json: () => JSON.parse(text) as unknown,
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const data: Invited['data'] = async () =>
    ((await send('/data.json')).json() as { data: ReviewData }).data;
  return {
    ...{ url, send, data },
    row: async (key) => rowOf(await data(), guest.locale, key),
    apply: async (...edits) =>
      ((await send('/apply', edits)).json() as { outcomes: ReviewOutcome[] }).outcomes,
  };
}

async function withGuests(
  app: ReturnType<typeof project>,
  options: Partial<OpenOptions> = {},
): Promise<{ review: Opened; anna: Invited; ben: Invited; anybody: Invited }> {
  const guests = [ANNA, BEN, ANYBODY];
  const review = await opened(app, { guests, ...options });
  const [anna, ben, anybody] = guests.map((guest, at) => invited(review, at, guest));
  return { review, anna: anna!, ben: ben!, anybody: anybody! };
}

describe('a link', () => {
  test('shows and takes one language, and its page has no other token', async () => {
    const app = project();
    const { review, anna, anybody } = await withGuests(app);
    const shown = await anna.data();
    expect(shown.targets).toEqual(['de']);
    expect(shown.files.map(({ path }) => path)).toEqual(['locales/de.json']);
    expect(JSON.stringify(shown)).not.toContain('مرحبا');
    const html = await anna.send(`/${anna.url.search}`);
    expect(html.status).toBe(200);
    for (const other of [review.token, anybody.url.searchParams.get('token') ?? '?']) {
      expect(other).toHaveLength(24);
      expect(html.text).not.toContain(other);
    }
    const [done] = await anna.apply({ ...editPlace(await anna.row('title')), text: 'Hallo' });
    expect(done?.done).toBe(true);
    expect(app.read('locales/de.json')).toContain('Hallo');
  });

  test.each<[string, (edit: ReviewEdit) => object]>([
    ['another language', (edit) => ({ ...edit, locale: 'ar', file: 'locales/ar.json' })],
    ['another language in its own file', (edit) => ({ ...edit, locale: 'ar' })],
    ['a path out of the project', (edit) => ({ ...edit, file: '../../etc/passwd' })],
    ['a file of another language', (edit) => ({ ...edit, file: 'locales/ar.json' })],
    ['the source', (edit) => ({ ...edit, file: 'locales/en.json' })],
    ['findings of another language', (edit) => ({ ...edit, locale: 'ar', dismiss: ['plurals'] })],
    ['a key of a prototype', (edit) => ({ ...edit, key: ['__proto__', 'x'] })],
    ['a name on two lines', (edit) => ({ ...edit, by: 'A\nSigned-off-by: B' })],
  ])('writes nothing to %s', async (_, change) => {
    const app = project();
    const { review, anna } = await withGuests(app);
    const edit = { ...editPlace(await anna.row('title')), text: 'x' };
    const before = app.files();
    const answer = await anna.send('/apply', [change(edit)]);
    const { outcomes = [] } = answer.json() as { outcomes?: ReviewOutcome[] };
    expect(answer.status === 400 || outcomes.every(({ done }) => !done)).toBe(true);
    const check = await anna.send('/check', { ...edit, locale: 'ar', file: 'locales/ar.json' });
    expect(check.json()).toMatchObject({ codes: [], findings: [], previews: [] });
    for (const path of ['/../service.config.json', '/locales/ar.json', '/..%2fx', '//etc/passwd'])
      expect((await anna.send(path)).status).toBe(404);
    expect((await review.ask('/data.json')).status).toBe(200);
    expect(app.files()).toEqual(before);
  });

  test.each<[string, Record<string, string>]>([
    ['another host', { host: 'evil.example' }],
    ['another site', { origin: 'https://evil.example' }],
    ['a site that the browser calls foreign', { 'sec-fetch-site': 'cross-site' }],
    ['no token', { 'x-locale-sync-token': '' }],
    ['half a token', { 'x-locale-sync-token': 'x'.repeat(12) }],
  ])('is refused to %s', async (_, headers) => {
    const app = project();
    const { anna } = await withGuests(app);
    const edit = { ...editPlace(await anna.row('title')), text: 'x' };
    const before = app.files();
    expect((await anna.send('/data.json', undefined, headers)).status).toBe(403);
    expect((await anna.send('/apply', [edit], headers)).status).toBe(403);
    expect((await anna.send('/undo', {}, headers)).status).toBe(403);
    expect(app.files()).toEqual(before);
  });

  test('undoes its own steps only', async () => {
    const app = project();
    const { review, anna, anybody } = await withGuests(app);
    const edits = [{ ...editPlace(await review.row('de', 'title')), text: 'Hallo' }];
    const { step } = (await (await review.ask('/apply', edits)).json()) as { step: string };
    for (const body of [{}, { step }]) {
      expect((await anna.send('/undo', body)).json()).toMatchObject({ files: [] });
    }
    const own = [{ ...editPlace(await anna.row('bye')), text: 'Tschüss' }];
    const written = (await anna.send('/apply', own)).json() as { step: string };
    expect((await anybody.send('/undo', written)).json()).toMatchObject({ files: [] });
    expect((await anna.send('/undo', written)).json()).toMatchObject({
      files: expect.arrayContaining(['locales/de.json']) as string[],
    });
    expect(app.read('locales/de.json')).toContain('Hallo');
  });

  test('works under the path of a reverse proxy that passes it on or takes it off', async () => {
    const app = project();
    const proxy = new URL('https://team.example/texts');
    const { review, anna } = await withGuests(app, { proxy });
    expect(anna.url.href).toMatch(/^https:\/\/team\.example\/texts\/\?token=[\w-]{24}$/);
    const origin = { origin: 'https://team.example', 'sec-fetch-site': 'same-origin' };
    for (const path of ['/texts/data.json', '/data.json']) {
      expect((await anna.send(path, undefined, origin)).status).toBe(200);
      const inner = { ...origin, host: `127.0.0.1:${review.port}` };
      expect((await anna.send(path, undefined, inner)).status).toBe(200);
    }
    expect((await anna.send('/textsdata.json')).status).toBe(404);
    const html = await anna.send(`/texts/${anna.url.search}`);
    expect(html.text).toContain('"base":"/texts"');
    expect((await fetch(review.url)).status).toBe(200);
  });

  test('listens on an address of the network only where it is given', async () => {
    const review = await opened(project(), { guests: [ANNA], host: '127.0.0.2' });
    const url = new URL(review.guestUrls[0] ?? '');
    expect(url.hostname).toBe('127.0.0.2');
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(review.url)).status).toBe(200);
    // Without guests nothing else listens.
    const alone = await opened(project());
    await expect(fetch(`http://127.0.0.2:${alone.port}/`)).rejects.toThrow();
  });
});

describe('suggestions and questions', () => {
  test('a suggestion waits beside its text until it is taken through the rules, under its author', async () => {
    const app = project();
    const { review, anna, ben } = await withGuests(app);
    const files = app.read('locales/de.json');
    const place = editPlace(await ben.row('pay'));
    const [refused] = await ben.apply({ ...place, text: 'Zahlen {summe}' });
    expect(refused?.message).toMatch(/amount|summe/);
    const [same] = await ben.apply({ ...place, text: 'Jetzt {sum} zahlen' });
    expect(same?.message).toBe('The text is already like this.');
    const [kept] = await ben.apply({ ...place, text: 'Zahle {amount}' });
    expect([kept?.done, app.read('locales/de.json')]).toEqual([true, files]);
    const comment = { kind: 'suggestion', by: 'Ben', text: 'Zahle {amount}', answer: '' };
    await expect.poll(async () => (await anna.row('pay')).more.comments).toEqual([comment]);
    const [taken] = await anna.apply({
      ...editPlace(await anna.row('pay')),
      text: 'Zahle {amount}',
    });
    expect(taken?.done).toBe(true);
    expect(app.read('locales/de.json')).toContain('Zahle {amount}');
    expect(app.read('locale-sync.comments')).not.toContain('suggestion":');
    expect(app.read('.locale-sync/decisions')).toMatch(
      /"by":"Ben","suggestion":"Zahle \{amount\}"/,
    );
    await expect.poll(async () => (await review.row('de', 'pay')).more.comments).toBe(undefined);
  });

  test('who only suggests decides nothing', async () => {
    const app = project();
    const { review, ben } = await withGuests(app);
    const title = editPlace(await ben.row('title'));
    await ben.apply({ ...title, text: 'Hallo', ask: 'Why?' });
    const again = editPlace(await ben.row('again'));
    const before = app.files();
    for (const edit of [
      { ...again, dismiss: ['surrounding-space'] },
      { ...title, reply: { to: 'Hallo', text: '' } },
      { ...title, reply: { to: 'Why?', text: 'So.' } },
    ]) {
      expect((await ben.send('/apply', [edit])).status).toBe(400);
    }
    expect(app.files()).toEqual(before);
    await review.apply({ ...title, reply: { to: 'Hallo', text: '' } });
    expect(app.read('locale-sync.comments')).not.toContain('Hallo');
  });

  test('a question is answered on the page or in the file, and its author sees it; undo asks again', async () => {
    const app = project();
    const { review, anybody } = await withGuests(app);
    const place = editPlace(await anybody.row('bye'));
    await anybody.apply({ ...place, ask: 'To a friend?', by: 'Omar <o@example.com>' });
    expect(app.read('locale-sync.comments')).toMatch(/"by":"Omar o@example.com","question"/);
    await expect.poll(async () => (await review.row('ar', 'bye')).more.comments).toHaveLength(1);
    const reply = { to: 'To a friend?', text: 'Yes.' };
    await review.apply({ ...editPlace(await review.row('ar', 'bye')), reply });
    const answer = async (): Promise<string | undefined> =>
      (await anybody.row('bye')).more.comments?.[0]?.answer;
    await expect.poll(answer).toBe('Yes.');
    await review.ask('/undo', {});
    await expect.poll(answer).toBe('');
    const asked = app.read('locale-sync.comments');
    app.write('locale-sync.comments', asked.replace('"answer":""', '"answer":"Yes, a close one."'));
    await expect.poll(answer).toBe('Yes, a close one.');
  });

  test('a suggestion says that it was made for another source or translation', async () => {
    const app = project();
    const { review, ben } = await withGuests(app);
    await ben.apply({ ...editPlace(await ben.row('title')), text: 'Hallo' });
    const isOld = async (): Promise<unknown> =>
      (await review.row('de', 'title')).more.comments?.map((one) => one.isOld);
    await expect.poll(isOld).toEqual([undefined]);
    const files = app.read('locales/de.json');
    app.write('locales/de.json', files.replace('im Laden', 'hier'));
    await expect.poll(isOld).toEqual([true]);
    app.write('locales/de.json', files);
    await expect.poll(isOld).toEqual([undefined]);
    app.write('locales/en.json', app.read('locales/en.json').replace('Welcome to', 'Welcome in'));
    await expect.poll(isOld).toEqual([true]);
  });

  test('several people write at once, and nobody loses anything', async () => {
    const app = project();
    const { review, anna, ben, anybody } = await withGuests(app);
    const [title, pay, cart] = [
      await anna.row('title'),
      await anna.row('pay'),
      await anna.row('cart'),
    ];
    const bye = await anybody.row('bye');
    const all = await Promise.all([
      anna.apply({ ...editPlace(title), text: 'Hallo' }),
      ben.apply({ ...editPlace(pay), text: 'Zahle {amount}' }),
      ben.apply({ ...editPlace(cart), ask: 'How many?' }),
      anybody.apply({ ...editPlace(bye), text: 'وداعا', by: 'Omar' }),
      review.apply({ ...editPlace(cart), ask: 'And why?' }),
    ]);
    expect(all.flat().map(({ done }) => done)).toEqual([true, true, true, true, true]);
    expect(app.read('locales/de.json')).toContain('Hallo');
    expect(app.json('locales/ar.json')).toMatchObject({ bye: 'وداعا' });
    const lines = app
      .read('locale-sync.comments')
      .split('\n')
      .filter((line) => line[0] === '{');
    expect(lines).toHaveLength(3);
    expect([...lines].sort()).toEqual(lines);
    expect(app.read('.locale-sync/decisions')).toMatch(/Omar[^]*Anna Schmidt <anna@example.com>/);
  });

  test('a file that is full refuses what is new by name, and lets go what is old', async () => {
    const app = project();
    const { review, ben } = await withGuests(app);
    const place = editPlace(await ben.row('title'));
    await ben.apply({ ...place, text: 'Hallo' });
    const line =
      app
        .read('locale-sync.comments')
        .split('\n')
        .find((one) => one[0] === '{') ?? '';
    const many = Array.from({ length: 110 }, (_, at) =>
      line.replace('Hallo', `${at}`.padEnd(9_500, 'x')),
    );
    app.write('locale-sync.comments', `${many.join('\n')}\n${line}\nno comment\n`);
    const [full] = await ben.apply({ ...place, text: 'Servus' });
    expect(full).toMatchObject({ done: false, message: /is full/ as never });
    await review.apply({ ...place, reply: { to: 'Hallo', text: '' } });
    const left = app.read('locale-sync.comments');
    expect([left.includes('Hallo'), left.includes('\nno comment\n')]).toEqual([false, true]);
    await expect
      .poll(async () => (await review.data()).problems)
      .toEqual(['locale-sync.comments has a line that is no comment: no comment']);
  });
});
