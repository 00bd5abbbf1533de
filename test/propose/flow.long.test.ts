import { editPlace } from '../../src/model/index.js';
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { opened } from '../review/support.js';
import { EN, json, Shop } from './support/shop.js';

describe.each(['GitHub', 'GitLab'] as const)('propose on %s', (name) => {
  test('opens a request with labels and reviewers, then says that nothing is new', async () => {
    const propose = { labels: ['i18n'], reviewers: { de: ['@ada'], nl: [] } };
    const config = { targets: ['de', 'fr', 'nl'], propose };
    const shop = await Shop.open(name, { config });
    const first = await shop.propose();
    expect(first).toMatchObject({ code: 0, proposal: { state: 'opened', texts: 9, edited: 0 } });
    expect(shop.host.open).toMatchObject([{ head: 'locale-sync', base: 'main', labels: ['i18n'] }]);
    expect(shop.host.open[0]?.reviewers).toEqual([name === 'GitHub' ? 'ada' : 7]);
    expect(Object.keys(shop.catalog('de'))).toEqual(Object.keys(EN));
    // Nothing of the checkout has changed.
    expect(shop.checkout.has('l/de.json')).toBe(false);
    const again = await shop.propose();
    expect(again).toMatchObject({
      code: 0,
      requests: 0,
      proposal: { state: 'unchanged', url: first.proposal.url },
    });
    expect(shop.repository.log('locale-sync')).toHaveLength(1);
    expect(shop.host.requests).toHaveLength(1);
  });

  test.runIf(name === 'GitLab')('finds reviewers in a project of many members', async () => {
    const propose = { reviewers: { de: ['@zoe', 'nobody'] } };
    const shop = await Shop.open(name, { config: { propose } });
    const { proposal } = await shop.propose();
    expect(shop.host.open[0]?.reviewers).toEqual([9]);
    expect(proposal.notes).toEqual(['reviewers: GitLab has no member nobody']);
  });

  test('writes messages and asks owners as a strict organisation wants it', async () => {
    const propose = {
      message: 'i18n({locales}): {texts}\n\n{summary}\n\nRefs: #7',
      signoff: 'Ada Lovelace <ada@example.org>',
      reviewers: { de: ['CODEOWNERS'] },
    };
    const files = { '.github/CODEOWNERS': '* @grace\n/l/de.json @ada\n' };
    const shop = await Shop.open(name, { config: { propose }, files });
    await shop.propose();
    expect(shop.repository.git(['log', '-1', '--format=%B', 'locale-sync'])).toBe(
      'i18n(de, fr): 6 texts\n\nde: 3 texts\nfr: 3 texts\n\nRefs: #7\nMade-by: locale-sync propose\nSigned-off-by: Ada Lovelace <ada@example.org>',
    );
    const trailers = ['log', '-1', '--format=%(trailers:key=Signed-off-by,valueonly)'];
    expect(shop.repository.git([...trailers, 'locale-sync'])).toBe(
      'Ada Lovelace <ada@example.org>',
    );
    expect(shop.host.open[0]?.reviewers).toEqual([name === 'GitHub' ? 'ada' : 7]);
    // The merge of the base is signed as well.
    shop.repository.commit('main', { 'l/en.json': json({ ...EN, a: 'A' }) }, { message: 'Add' });
    await shop.propose();
    expect(shop.repository.git([...trailers, '--merges', 'locale-sync'])).toContain('Ada');
  });

  test('a request for each locale', async () => {
    const propose = { split: 'locale', title: 'Texts', reviewers: { de: ['@ada'] } };
    const shop = await Shop.open(name, { config: { propose } });
    const first = await shop.propose();
    const opened = { state: 'opened', texts: 3, base: 'main' };
    expect(first).toMatchObject({
      ...{ code: 0, ok: true, texts: 6, locales: { de: { units: 3 }, fr: { units: 3 } } },
      proposals: [
        { ...opened, branch: 'locale-sync-de' },
        { ...opened, branch: 'locale-sync-fr' },
      ],
    });
    expect(first).not.toHaveProperty('proposal');
    expect(shop.host.open).toMatchObject([
      { head: 'locale-sync-de', title: 'Texts (de)', reviewers: [name === 'GitHub' ? 'ada' : 7] },
      { head: 'locale-sync-fr', title: 'Texts (fr)', reviewers: [] },
    ]);
    expect(shop.repository.read('locale-sync-de', 'l/fr.json')).toBe(undefined);
    expect(Object.keys(shop.catalog('fr', 'locale-sync-fr'))).toEqual(Object.keys(EN));
    // People merge one. The next run joins the lock for the other, and pays for nothing.
    expect(shop.repository.merge('main', 'locale-sync-de', 'Merge')).not.toBe(undefined);
    const next = await shop.propose();
    expect(next).toMatchObject({
      ...{ code: 0, requests: 0 },
      proposals: [{ state: 'closed' }, { state: 'updated', branch: 'locale-sync-fr' }],
    });
    expect(shop.repository.merge('main', 'locale-sync-fr', 'Merge')).not.toBe(undefined);
    expect(Object.keys(shop.catalog('de', 'main'))).toEqual(Object.keys(EN));
    expect(Object.keys(shop.catalog('fr', 'main'))).toEqual(Object.keys(EN));
  });

  test('by locale, where somebody pushes to one branch meanwhile, its text stays and the other is not touched', async () => {
    const propose = { split: 'locale', reviewers: { '*': ['CODEOWNERS'] } };
    const files = { CODEOWNERS: '* @grace\n/l/fr.json @ada\n' };
    const shop = await Shop.open(name, { config: { propose }, files });
    await shop.propose();
    const ada = name === 'GitHub' ? 'ada' : 7;
    expect(shop.host.open.map(({ reviewers }) => reviewers.includes(ada as never))).toEqual([
      false,
      true,
    ]);
    shop.repository.commit(
      'main',
      { 'l/en.json': json({ ...EN, more: 'More' }) },
      { message: 'Add' },
    );
    let commits = 0;
    shop.host.beforeCommit = () => {
      commits += 1;
      // The first one is of `de`.
      if (commits < 2) return;
      shop.host.beforeCommit = undefined;
      shop.edit('locale-sync-fr', 'fr', { hello: 'Salut' });
    };
    const updated = await shop.propose();
    expect(updated).toMatchObject({
      error: null,
      proposals: [
        { state: 'updated', edited: 0 },
        { state: 'updated', edited: 1 },
      ],
    });
    expect(commits).toBe(2);
    expect(shop.catalog('fr', 'locale-sync-fr')).toMatchObject({
      hello: 'Salut',
      more: expect.any(String) as string,
    });
    expect(shop.catalog('de', 'locale-sync-de')).toHaveProperty('more');
    expect(shop.repository.read('locale-sync-de', 'l/fr.json')).toBe(undefined);
  });

  test('what guests of the review page decided and asked travels along, with their names', async () => {
    const shop = await Shop.open(name);
    const anna = { locale: 'de', name: 'Anna Schmidt <anna@example.com>', may: 'decide' } as const;
    const review = await opened(shop.checkout, { guests: [anna] });
    const token = new URL(review.guestUrls[0] ?? '').searchParams.get('token') ?? '';
    const send = async (key: string, edit: object): Promise<void> => {
      const edits = [{ ...editPlace(await review.row('de', key)), ...edit }];
      const answer = await review.ask('/apply', edits, { 'x-locale-sync-token': token });
      expect(await answer.json()).toMatchObject({ outcomes: [{ done: true }] });
    };
    await send('hello', { text: 'Grüß Gott' });
    await send('save', { ask: 'Save what?' });
    await send('save', { text: 'Sichern' });
    // What was changed by hand since is no decision of hers.
    const own = shop.checkout.read('l/de.json');
    shop.checkout.write('l/de.json', own.replace('Sichern', 'Alles sichern'));
    const first = await shop.propose();
    expect(first).toMatchObject({ code: 0, proposal: { state: 'opened', texts: 6, edited: 1 } });
    expect(shop.catalog('de')).toMatchObject({ hello: 'Grüß Gott' });
    expect(shop.catalog('de')['save']).not.toMatch(/ichern/);
    expect(shop.repository.git(['log', '-1', '--format=%B', 'locale-sync'])).toContain(
      'Made-by: locale-sync propose\nCo-authored-by: Anna Schmidt <anna@example.com>',
    );
    expect(shop.host.open[0]?.body).toContain('- `de:save`: `Save what?`');
    const asked = shop.repository.read('locale-sync', 'locale-sync.comments') ?? '';
    expect(asked).toContain('"question":"Save what?","answer":""');
    expect((await shop.propose()).proposal).toMatchObject({ state: 'unchanged' });
    // A developer answers on the branch; it comes back with the next pull.
    const answered = asked.replace('"answer":""', '"answer":"The file."');
    const files = { 'locale-sync.comments': answered };
    shop.repository.commit('locale-sync', files, { message: 'Answer' });
    await shop.propose();
    expect(shop.host.open[0]?.body).not.toContain('Save what?');
    expect(shop.repository.read('locale-sync', 'locale-sync.comments')).toBe(answered);
    shop.repository.merge('main', 'locale-sync', 'Merge');
    execFileSync('git', ['checkout', '--quiet', '.'], { cwd: shop.checkout.root });
    execFileSync('git', ['clean', '-fdq'], { cwd: shop.checkout.root });
    execFileSync('git', ['pull', '--quiet'], { cwd: shop.checkout.root });
    await expect
      .poll(async () => (await review.row('de', 'save')).more.comments)
      .toMatchObject([{ by: anna.name, text: 'Save what?', answer: 'The file.' }]);
    expect((await shop.propose()).proposal).toMatchObject({ state: 'closed' });
  });

  test('updates the open request, and keeps what people corrected', async () => {
    const shop = await Shop.open(name);
    await shop.propose();
    const person = shop.edit('locale-sync', 'de', { hello: 'Guten Tag' });
    const told = await shop.propose();
    expect(told.proposal).toMatchObject({ state: 'updated', files: 1, edited: 1 });
    shop.repository.commit(
      'main',
      { 'l/en.json': json({ ...EN, more: 'More' }) },
      { message: 'Add' },
    );
    const updated = await shop.propose();
    expect(updated.proposal).toMatchObject({ state: 'updated', texts: 8, edited: 1 });
    expect(shop.catalog('de')).toMatchObject({
      hello: 'Guten Tag',
      more: expect.any(String) as string,
    });
    expect(shop.catalog('en')).toHaveProperty('more');
    expect(shop.repository.contains('locale-sync', person)).toBe(true);
    expect(shop.repository.contains('locale-sync', shop.repository.head('main') ?? '')).toBe(true);
    expect(shop.host.requests).toHaveLength(1);
    expect(shop.host.open[0]?.body).toContain('1 commit by people');
    expect(shop.host.open[0]?.body).toContain('by a person');
  });

  test('solves conflicts on top of main; what people wrote wins', async () => {
    const shop = await Shop.open(name);
    await shop.propose();
    const person = shop.edit('locale-sync', 'de', { hello: 'Guten Tag' });
    const main = { hello: 'Servus', save: 'Alles sichern', total: 'Summe {n}' };
    shop.repository.commit('main', { 'l/de.json': json(main) }, { message: 'German' });
    const updated = await shop.propose();
    expect(updated).toMatchObject({ error: null, proposal: { state: 'updated', edited: 1 } });
    expect(shop.catalog('de')).toEqual({ ...main, hello: 'Guten Tag' });
    expect(shop.repository.contains('locale-sync', person)).toBe(true);
    expect(shop.repository.merge('main', 'locale-sync', 'Merge')).not.toBe(undefined);
    expect(shop.catalog('de', 'main')).toEqual({ ...main, hello: 'Guten Tag' });
  });

  test('a text of a person whose source changed on main too waits for review', async () => {
    const shop = await Shop.open(name);
    await shop.propose();
    shop.edit('locale-sync', 'de', { hello: 'Guten Tag' });
    const main = { hello: 'Seid gegrüßt', save: 'Alles sichern', total: 'Summe {n}' };
    const files = {
      'l/en.json': json({ ...EN, hello: 'Greetings' }),
      'l/de.json': json(main),
    };
    shop.repository.commit('main', files, { message: 'Greet' });
    const updated = await shop.propose();
    expect(updated).toMatchObject({ code: 1, error: null, locales: { de: { review: 1 } } });
    expect(shop.catalog('de')).toEqual({ ...main, hello: 'Guten Tag' });
    expect(shop.host.open[0]?.body).toContain('please review\n\n- `de:hello`: `Guten Tag`');
    const again = await shop.propose();
    expect(again).toMatchObject({ requests: 0, proposal: { state: 'unchanged' } });
  });

  test('does not open again what people closed, and pays nothing for it', async () => {
    const shop = await Shop.open(name);
    await shop.propose();
    const [closed] = shop.host.requests;
    if (closed !== undefined) closed.state = 'closed';
    shop.checkout.remove('.locale-sync');
    const declined = await shop.propose();
    expect(declined).toMatchObject({ code: 0, proposal: { state: 'declined' } });
    expect(shop.host.requests).toHaveLength(1);
    shop.repository.commit(
      'main',
      { 'l/en.json': json({ ...EN, hello: 'Hi' }) },
      { message: 'Hi' },
    );
    expect((await shop.propose()).proposal.state).toBe('opened');
    expect(shop.repository.log('locale-sync')).toHaveLength(1);
  });

  test('begins at main again after a merge', async () => {
    const shop = await Shop.open(name);
    await shop.propose();
    const [request] = shop.host.requests;
    const files = ['l/de.json', 'l/fr.json', 'locale-sync.lock'];
    const merged = files.map((file) => [file, shop.repository.read('locale-sync', file) ?? '']);
    shop.repository.commit('main', Object.fromEntries(merged) as Record<string, string>, {
      message: 'Squash',
    });
    if (request !== undefined) request.state = 'merged';
    expect((await shop.propose()).proposal.state).toBe('none');
    expect(shop.host.requests).toHaveLength(1);
    shop.repository.commit(
      'main',
      { 'l/en.json': json({ ...EN, more: 'More' }) },
      { message: 'Add' },
    );
    expect((await shop.propose()).proposal).toMatchObject({ state: 'opened', texts: 2 });
    expect(shop.repository.log('locale-sync')).toEqual(['Translate new and changed texts']);
  });

  test('closes a request when the base has all of it', async () => {
    const shop = await Shop.open(name);
    await shop.propose();
    const files = ['l/de.json', 'l/fr.json', 'locale-sync.lock'];
    const taken = files.map((file) => [file, shop.repository.read('locale-sync', file) ?? '']);
    shop.repository.commit('main', Object.fromEntries(taken) as Record<string, string>, {
      message: 'By hand',
    });
    expect((await shop.propose()).proposal.state).toBe('closed');
    expect(shop.host.open).toEqual([]);
  });

  test('begins again where somebody pushes meanwhile, and keeps their text', async () => {
    const shop = await Shop.open(name);
    await shop.propose();
    shop.repository.commit(
      'main',
      { 'l/en.json': json({ ...EN, more: 'More' }) },
      { message: 'Add' },
    );
    let pushed: string | undefined;
    shop.host.beforeCommit = () => {
      shop.host.beforeCommit = undefined;
      shop.edit('locale-sync', 'de', { hello: 'Guten Tag' });
      pushed = shop.repository.head('locale-sync');
    };
    const updated = await shop.propose();
    expect(updated).toMatchObject({ error: null, proposal: { state: 'updated', edited: 1 } });
    const later = shop.repository.git(['rev-list', `${pushed ?? ''}..locale-sync`]).split('\n');
    const texts = later.map((commit) => shop.repository.read(commit, 'l/de.json'));
    expect(texts).toEqual(texts.map(() => expect.stringContaining('Guten Tag') as string));
    expect(shop.catalog('de')).toMatchObject({
      hello: 'Guten Tag',
      more: expect.any(String) as string,
    });
  });

  test('5 locales of 200 files cost at most 12 calls', { timeout: 600_000 }, async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`l/en/f${at}.json`, json({ hello: `Hello ${at}` })]),
    );
    const config = {
      targets: ['de', 'fr', 'es', 'it', 'nl'],
      catalogs: [{ files: 'l/{locale}/*.json' }],
      propose: { labels: ['i18n'], reviewers: { de: ['ada'], fr: ['ada'] } },
    };
    const shop = await Shop.open(name, { config, files });
    const { proposal } = await shop.propose();
    expect(proposal).toMatchObject({ state: 'opened', files: 1001, texts: 1000 });
    expect(proposal.calls).toBe(shop.host.asked.length);
    expect(proposal.calls).toBeLessThanOrEqual(12);
    expect(shop.host.open[0]?.body.length).toBeLessThanOrEqual(
      name === 'GitHub' ? 65_536 : 1_000_000,
    );
    expect(shop.repository.read('locale-sync', 'l/nl/f199.json')).toContain('199');
  });
});
