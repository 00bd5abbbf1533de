import type { ReviewRow } from '../../src/model/index.js';
import { describe, expect, test } from 'vitest';
import { isOfFork } from '../../src/cli/ci-job.js';
import { hostOf, parseRemote, tokenOf } from '../../src/cli/runs/propose.js';
import { checkPropose } from '../../src/config/resolve.js';
import { MovedError } from '../../src/people/propose/errors.js';
import { Git, shown, Remote } from '../../src/people/propose/git.js';
import { parseCodeOwners } from '../../src/people/propose/code-owners.js';
import { commitMessage } from '../../src/people/propose/commit-message.js';
import { isRateLimit, retryDelay } from '../../src/people/propose/http.js';
import { markerText, readMarker, textsHash } from '../../src/people/propose/body.js';
import { decide, invited } from '../../src/people/propose/propose.js';
import type { Action, Standing } from '../../src/people/propose/propose.js';
import { batches } from '../../src/people/propose/publish.js';
import { unite } from '../../src/people/propose/tree.js';
import { Repository } from './support/repository.js';

const NEW: Standing = {
  as: 'request',
  hasBranch: false,
  isOpen: false,
  differs: true,
  isNews: true,
  conflicts: false,
  peoplePushed: false,
};
const OPEN = { ...NEW, hasBranch: true, isOpen: true, isNews: false };

test.each<[string, Standing, Action]>([
  ['new texts', NEW, 'open'],
  ['nothing new', { ...NEW, differs: false }, 'nothing'],
  ['a branch of people without a request', { ...NEW, hasBranch: true }, 'open'],
  ['an open request that shows all', OPEN, 'nothing'],
  ['an open request and new texts', { ...OPEN, isNews: true }, 'update'],
  ['an open request that conflicts', { ...OPEN, conflicts: true }, 'update'],
  ['an open request whose branch is gone', { ...OPEN, hasBranch: false }, 'update'],
  ['an open request that people added to', { ...OPEN, peoplePushed: true }, 'tell'],
  ['an open request that the base has', { ...OPEN, differs: false }, 'close'],
  ['a fork', { ...NEW, as: 'patch' }, 'patch'],
  ['a fork without new texts', { ...NEW, as: 'patch', differs: false }, 'nothing'],
])('of %s', (_, standing, action) => {
  expect(decide(standing)).toBe(action);
});

describe('an answer of a host', () => {
  const facts = { status: 200, headers: {}, body: '', attempt: 1, now: 1_000_000 };
  test.each<
    [string, Partial<typeof facts> & { headers?: Record<string, string> }, number | undefined]
  >([
    ['success', {}, undefined],
    ['404', { status: 404 }, undefined],
    ['502', { status: 502 }, 500],
    ['502 again', { status: 502, attempt: 3 }, 2_000],
    ['502 too often', { status: 502, attempt: 4 }, undefined],
    ['no answer', { status: 0 }, 500],
    ['429 with a time', { status: 429, headers: { 'retry-after': '7' } }, 7_000],
    ['429 with a long time', { status: 429, headers: { 'retry-after': '3600' } }, undefined],
    [
      'a limit until',
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1005' } },
      5_000,
    ],
    ['a secondary limit', { status: 403, body: 'You have exceeded a secondary rate limit' }, 1_000],
    ['403', { status: 403, body: 'Resource not accessible' }, undefined],
  ])('%s', (_, more, delay) => {
    expect(retryDelay({ ...facts, ...more })).toBe(delay);
  });

  test('of 403 is a limit only where it says so', () => {
    expect(isRateLimit({ ...facts, status: 403, body: 'no' })).toBe(false);
  });
});

test('commits have few enough bytes, and no file is cut', () => {
  const change = (path: string, size: number) => ({
    path,
    content: Buffer.alloc(size),
    isNew: true,
  });
  const sizes = batches([change('a', 6), change('b', 4), change('c', 30), change('d', 1)], 12);
  expect(sizes.map((part) => part.map(({ path }) => path))).toEqual([['a', 'b'], ['c'], ['d']]);
  expect(batches([])).toEqual([]);
});

test('a body tells later runs what it was about', () => {
  const marker = { texts: 'a-_9', head: 'ab12' };
  expect(readMarker(`Hello\r\n${markerText(marker)}\n`)).toEqual(marker);
  expect(readMarker(markerText({ texts: 'x', head: '' }))).toEqual({ texts: 'x', head: '' });
  expect(readMarker('<!-- locale-sync texts= -->')).toBe(undefined);
});

test('the hash is of places and source texts, in any order', () => {
  const item = (key: string, more: object = {}) =>
    ({
      file: 'de.json',
      locale: 'de',
      key: [key],
      status: 'missing',
      action: 'translate',
      source: 'Hi',
      characters: 2,
      ...more,
    }) as const;
  const one = textsHash([item('a'), item('b')]);
  expect(
    textsHash([item('b'), item('a', { action: 'reuse' }), item('c', { action: 'keep' })]),
  ).toBe(one);
  expect(textsHash([item('a'), item('b', { source: 'Ho' })])).not.toBe(one);
  expect(textsHash([item('a')])).not.toBe(one);
});

test('those of the locales are asked, each once', () => {
  const reviewers = { de: ['@ada', 'acme/german'], fr: ['ada'], '*': ['@grace'] };
  expect(invited({ labels: ['x'], reviewers }, ['de', 'fr', 'nl'])).toEqual({
    labels: ['x'],
    reviewers: ['grace', 'ada', 'acme/german'],
  });
  expect(invited({ reviewers }, [])).toEqual({ labels: [], reviewers: [] });
});

test.each([
  ['*', 'a/b/c.json', true],
  ['*.json', 'l/de.json', true],
  ['/*.json', 'l/de.json', false],
  ['l/', 'web/l/de.json', true],
  ['/l/', 'web/l/de.json', false],
  ['l/de.json', 'web/l/de.json', false],
  ['web/l', 'web/l/de.json', true],
  ['web/*', 'web/l/de.json', false],
  ['**/de.json', 'web/l/de.json', true],
  ['web/**/de.json', 'web/de.json', true],
  ['l/my\\ files/', 'l/my files/de.json', true],
  ['l/[de].json', 'l/d.json', false],
  ['# *', 'de.json', false],
])('the pattern %s in CODEOWNERS, of %s: %s', (pattern, path, matches) => {
  expect(parseCodeOwners(`${pattern} @ada # German\n`)(path)).toEqual(matches ? ['@ada'] : []);
});

test('the last pattern decides, in each section of GitLab', () => {
  const text = [
    '* @core ann@example.org',
    'l/de.json @ada @acme/german',
    'l/fr.json',
    '[Texts][2] @texts',
    '/l/',
    '^[Docs] @docs',
    '/docs/',
  ].join('\r\n');
  const ownersOf = parseCodeOwners(`\uFEFF${text}`);
  expect(ownersOf('a.ts')).toEqual(['@core', 'ann@example.org']);
  expect(ownersOf('l/de.json')).toEqual(['@ada', '@acme/german', '@texts']);
  expect(ownersOf('l/fr.json')).toEqual(['@texts']);
  const reviewers = { de: ['CODEOWNERS'], '*': ['@grace'] };
  const owners = new Map([['de', ['@ada', 'ann@example.org']]]);
  expect(invited({ reviewers }, ['de', 'fr'], owners).reviewers).toEqual(['grace', 'ada']);
});

describe('the message of a commit', () => {
  const texts = ['de', 'de', 'fr'].map((locale) => ({ locale }) as ReviewRow);
  test.each([
    [{}, 'Translate new and changed texts', 'de: 2 texts\nfr: 1 text\n\nMade-by: x'],
    [{ title: 'Texts', message: 'i18n: {title}' }, 'i18n: Texts', 'Made-by: x'],
    [
      { message: '{texts} ({locales}) {n}\n\nWhy.\n\nRefs: #7\nChange-Id: I1\n' },
      '3 texts (de, fr) {n}',
      'Why.\n\nRefs: #7\nChange-Id: I1\nMade-by: x',
    ],
    [{ message: 'a\n\nNote: this stays' }, 'a', 'Note: this stays\n\nMade-by: x'],
  ])('of %j', (settings, headline, description) => {
    expect(commitMessage(settings, texts, ['Made-by: x'])).toEqual({ headline, description });
  });
});

test('lines of sets are united', () => {
  expect(unite('head\na\nb\n', 'head\nb\nc\n')).toBe('head\na\nb\nc\n');
});

test('what git says holds no password', () => {
  const text =
    "fatal: unable to access 'https://oauth2:secret@git.example/a.git': no\nextraheader secret";
  expect(shown(text)).not.toContain('secret');
});

describe('the host', () => {
  test.each([
    ['https://github.com/acme/shop.git', { host: 'github.com', path: 'acme/shop' }],
    ['git@github.com:acme/shop.git', { host: 'github.com', path: 'acme/shop' }],
    ['ssh://git@gitlab.example:2222/a/b/c.git', { host: 'gitlab.example:2222', path: 'a/b/c' }],
    ['/srv/git/shop.git', undefined],
  ])('of %s', (url, expected) => {
    expect(parseRemote(url)).toEqual(expected);
  });

  test('is what the environment says, or the remote', () => {
    const github = hostOf({}, 'git@github.com:acme/shop.git');
    expect(github).toMatchObject({
      api: 'https://api.github.com',
      graphql: 'https://api.github.com/graphql',
    });
    const own = hostOf({ GITHUB_API_URL: 'https://git.example/api/v3' }, 'https://git.example/a/b');
    expect(own).toMatchObject({ repository: 'a/b', graphql: 'https://git.example/api/graphql' });
    expect(hostOf({}, 'https://gitlab.com/a/b/c.git')).toMatchObject({
      ...{ name: 'gitlab', repository: 'a/b/c', api: 'https://gitlab.com/api/v4' },
      web: 'https://gitlab.com/a/b/c',
    });
    expect(() => hostOf({}, 'https://git.example/a/b')).toThrow('GitHub or GitLab');
  });

  test('takes the token that is meant for it', () => {
    const env = { GITHUB_TOKEN: 'a', GITLAB_TOKEN: 'b' };
    expect(tokenOf(env, 'gitlab')).toEqual({ token: 'b', tokenName: 'GITLAB_TOKEN' });
    expect(tokenOf({ ...env, LOCALE_SYNC_TOKEN: 'c' }, 'github').token).toBe('c');
    expect(tokenOf({}, 'github').token).toBe(undefined);
  });

  test('knows forks', () => {
    const event = (from: string) => ({
      pull_request: { head: { repo: { full_name: from } }, base: { repo: { full_name: 'a/b' } } },
    });
    const env = { GITHUB_ACTIONS: 'true' };
    expect([event('eve/b'), event('a/b'), {}].map((one) => isOfFork(env, one))).toEqual([
      true,
      false,
      false,
    ]);
    const gitlab = { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1', CI_MERGE_REQUEST_PROJECT_ID: '2' };
    expect(isOfFork(gitlab, undefined)).toBe(true);
  });
});

test.each([
  [{ branch: 'a b' }, ['propose', 'branch']],
  [{ branch: '-x' }, ['propose', 'branch']],
  [{ branch: 'main', base: 'main' }, ['propose', 'branch']],
  [{ reviewers: { dee: ['ada'] } }, ['propose', 'reviewers', 'dee']],
])('%j is no config of proposals', (propose, path) => {
  expect(checkPropose(propose, ['de'])).toMatchObject([{ path }]);
});

test('a plain config of proposals is fine', () => {
  const propose = {
    branch: 'i18n/texts',
    base: 'main',
    reviewers: { de: ['ada'], '*': ['grace'] },
  };
  expect(checkPropose(propose, ['de'])).toEqual([]);
});

test('a branch that is left over begins again, and never over the commit of a person', async () => {
  const repository = new Repository();
  const base = repository.commit('main', { a: '1' }, { message: 'Begin' });
  const left = repository.commit('locale-sync', { a: '2' }, { message: 'Old', parent: base });
  const git = new Git(repository.path, process.env);
  const remote = new Remote(git, repository.path, {});
  const person = repository.commit('locale-sync', { a: '3' }, { message: 'Person' });
  const restart = remote.restart(base, 'locale-sync', left);
  await expect(restart).rejects.toBeInstanceOf(MovedError);
  expect(repository.head('locale-sync')).toBe(person);
  await remote.restart(base, 'locale-sync', person);
  expect(repository.head('locale-sync')).toBe(base);
});
