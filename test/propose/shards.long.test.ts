import { describe, expect, test } from 'vitest';
import { json, Shop } from './support/shop.js';
import type { Proposed } from './support/shop.js';

const SHARDS = 3;
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const SOURCES = Object.fromEntries(
  NAMES.map((name) => [`l/en/${name}.json`, json({ one: `One ${name}`, two: `Two of ${name}` })]),
);
const CONFIG = { catalogs: [{ files: 'l/{locale}/*.json' }], propose: { labels: ['i18n'] } };

/** All runners start at once, as in a matrix. */
function inShards(shop: Shop): Promise<readonly Proposed[]> {
  const runners = Array.from({ length: SHARDS }, () => shop.another());
  return Promise.all(runners.map((runner, at) => runner.propose('--shard', `${at + 1}/${SHARDS}`)));
}

function lines(text: string | undefined): readonly string[] {
  return [...new Set((text ?? '').split('\n'))].sort();
}

/** Everything of the branch is what one run over all files makes. */
async function expectWhole(shop: Shop): Promise<void> {
  const whole = shop.another().checkout;
  await whole.run(['sync']);
  for (const name of NAMES) {
    for (const locale of ['de', 'fr']) {
      const path = `l/${locale}/${name}.json`;
      expect(shop.repository.read('locale-sync', path), path).toBe(whole.read(path));
    }
  }
  const lock = shop.repository.read('locale-sync', 'locale-sync.lock');
  expect(lines(lock)).toEqual(lines(whole.read('locale-sync.lock')));
}

describe.each(['GitHub', 'GitLab'] as const)('propose of shards on %s', (name) => {
  test('makes one request of all, in whatever order they come', async () => {
    const shop = await Shop.open(name, { config: CONFIG, files: SOURCES });
    const proposed = await inShards(shop);
    expect(proposed.map(({ error }) => error)).toEqual([null, null, null]);
    expect(proposed.reduce((sum, { texts }) => sum + texts, 0)).toBe(24);
    expect(shop.host.requests).toHaveLength(1);
    const [request] = shop.host.open;
    expect(request?.labels).toEqual(['i18n']);
    await expectWhole(shop);
    expect(request?.body).toContain('24 texts proposed');
    expect(request?.body).toContain(`head=${shop.repository.head('locale-sync') ?? '?'}`);
    const again = await inShards(shop);
    expect(again).toMatchObject(again.map(() => ({ error: null, requests: 0 })));
    expect((await shop.another().propose()).proposal.state).toBe('unchanged');
    expect(shop.host.requests).toHaveLength(1);
  }, 240_000);

  test('goes on with the open request, keeps what people wrote, and takes the base in', async () => {
    const shop = await Shop.open(name, { config: CONFIG, files: SOURCES });
    await inShards(shop);
    const corrected = json({ one: 'Eins', two: 'Zwei' });
    shop.repository.commit('locale-sync', { 'l/de/a.json': corrected }, { message: 'Correct' });
    const more = Object.fromEntries(
      NAMES.slice(1).map((one) => [`l/en/${one}.json`, json({ one: `New ${one}` })]),
    );
    shop.repository.commit('main', more, { message: 'Change' });
    const proposed = await inShards(shop);
    expect(proposed.map(({ error }) => error)).toEqual([null, null, null]);
    expect(shop.repository.read('locale-sync', 'l/de/a.json')).toBe(corrected);
    expect(shop.repository.read('locale-sync', 'l/de/f.json')).toContain('f');
    expect(shop.repository.read('locale-sync', 'l/de/f.json')).not.toContain('two');
    expect(shop.host.requests).toHaveLength(1);
    const { proposal } = await shop.another().propose();
    expect(proposal.state).toBe('unchanged');
    expect(proposal.edited).toBe(2);
  }, 240_000);

  test('does not open what people closed, and begins at the base again', async () => {
    const shop = await Shop.open(name, { config: CONFIG, files: SOURCES });
    await inShards(shop);
    const [request] = shop.host.requests;
    if (request !== undefined) request.state = 'closed';
    const closed = shop.repository.head('locale-sync') ?? '';
    const declined = await inShards(shop);
    expect(declined.map(({ proposal }) => proposal.state)).toEqual(declined.map(() => 'declined'));
    shop.repository.commit('main', { 'l/en/a.json': json({ one: 'Uno' }) }, { message: 'Change' });
    const proposed = await inShards(shop);
    expect(proposed.map(({ error }) => error)).toEqual([null, null, null]);
    expect(shop.host.requests).toHaveLength(2);
    expect(shop.host.open[0]?.body).toContain('22 texts proposed');
    // The commits of the request that was closed are not part of the new one.
    expect(shop.repository.contains('locale-sync', closed)).toBe(false);
  }, 240_000);
});
