import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { closeBrowser, hasBrowser, openPage } from '../plugins/browser.js';
import type { Project } from '../support/project.js';
import { opened, project } from './support.js';

afterAll(closeBrowser);

/** Letters of all commands. */
const TYPED = 'Nun aber: Tatjana packt neue Dinge und Taue ein, Olga jubelt';

const TEXTS = ['one', 'two', 'three', 'four'];

/** A project in which each text waits for review in two languages. */
async function waitingProject(): Promise<Project> {
  const texts = (word: string): string =>
    JSON.stringify(Object.fromEntries(TEXTS.map((key) => [key, `${word} ${key}`])), null, 2);
  const files = { 'locales/en.json': texts('Text'), 'locales/de.json': texts('Satz') };
  const app = project(
    { ...files, 'locales/ar.json': texts('نص') },
    { service: { url: 'embedded' } },
  );
  await app.run(['sync']);
  app.write('locales/en.json', texts('Words'));
  return app;
}

/** The page of a project, with the first German text selected. */
async function pageOf(url: string, { isDeaf = false } = {}): Promise<Page> {
  const page = await openPage('about:blank');
  page.on('dialog', (dialog) => void dialog.accept());
  // Without events, a change on the page comes from an answer.
  if (isDeaf) await page.route('**/events*', (route) => route.abort());
  await page.goto(url);
  await page.waitForSelector('.row');
  await page.selectOption('select[aria-label=State]', '');
  await page.selectOption('select[aria-label=Locale]', 'de');
  await page.locator('.row').first().click();
  await page.locator('.list').focus();
  return page;
}

interface Held {
  /** How many answers there were so far. */
  readonly count: () => number;
  readonly release: () => Promise<void>;
}

/** Keeps answers back: the server has done what it was asked, and the page does not know. */
async function hold(page: Page, path: string): Promise<Held> {
  const waiting: (() => Promise<void>)[] = [];
  let count = 0;
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    waiting.push(() => route.fulfill({ response }));
    count += 1;
  });
  return {
    count: () => count,
    release: async () => {
      for (const answer of waiting.splice(0)) await answer();
    },
  };
}

const nameOf = (page: Page): Promise<string | null> => page.textContent('.detail h2');
const rowOf = (page: Page, key: string): Promise<string | null> =>
  page
    .locator('.row')
    .filter({ has: page.locator('.name', { hasText: new RegExp(`^${key}$`) }) })
    .textContent();

describe.runIf(hasBrowser)('an answer that comes late', () => {
  test('to an approval leaves the editor of the next text as it is', async () => {
    const app = await waitingProject();
    const page = await pageOf((await opened(app)).url, { isDeaf: true });
    const applied = await hold(page, '/apply');
    await page.keyboard.press('a');
    await page.keyboard.press('e');
    // At once: the field has the keyboard by the next key.
    await page.keyboard.press('Control+a');
    await page.keyboard.type(TYPED.slice(0, 20));
    await expect.poll(applied.count).toBe(1);
    await applied.release();
    await expect.poll(() => rowOf(page, 'one')).toContain('Done');
    await page.keyboard.type(TYPED.slice(20));
    expect([await nameOf(page), await page.inputValue('textarea')]).toEqual(['two', TYPED]);
    await page.keyboard.press('Control+Enter');
    await expect.poll(applied.count).toBe(2);
    await applied.release();
    await expect.poll(() => page.locator('textarea').count()).toBe(0);
    expect(app.json('locales/de.json')).toEqual({
      ...{ one: 'Satz one', two: TYPED, three: 'Satz three', four: 'Satz four' },
    });
  });

  test('to a save keeps the editor open for somebody who types on', async () => {
    const app = await waitingProject();
    const page = await pageOf((await opened(app)).url, { isDeaf: true });
    const applied = await hold(page, '/apply');
    await page.keyboard.press('e');
    await page.fill('textarea', 'Nun');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await expect.poll(applied.count).toBe(1);
    await page.keyboard.type(TYPED.slice(3));
    await applied.release();
    await expect.poll(() => rowOf(page, 'one')).toContain('Done by hand');
    expect([await nameOf(page), await page.inputValue('textarea')]).toEqual(['one', TYPED]);
    expect(app.json('locales/de.json')).toMatchObject({ one: 'Nun' });
    // What they saved themselves is no change by somebody else.
    await page.keyboard.press('Control+Enter');
    await expect.poll(applied.count).toBe(2);
    await applied.release();
    await expect.poll(() => page.locator('textarea').count()).toBe(0);
    expect(app.json('locales/de.json')).toMatchObject({ one: TYPED, two: 'Satz two' });
  });

  test('to an undo moves nobody who has gone on', async () => {
    const app = await waitingProject();
    const page = await pageOf((await opened(app)).url, { isDeaf: true });
    await page.keyboard.press('a');
    await expect.poll(() => rowOf(page, 'one')).toContain('Done');
    const undone = await hold(page, '/undo');
    await page.keyboard.press('u');
    await page.keyboard.press('n');
    await page.keyboard.press('e');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(TYPED);
    await expect.poll(undone.count).toBe(1);
    await undone.release();
    await expect.poll(() => rowOf(page, 'one')).toContain('Source changed');
    expect([await nameOf(page), await page.inputValue('textarea')]).toEqual(['three', TYPED]);
  });

  test('to an approval that is refused names the text, which is no longer shown', async () => {
    const app = await waitingProject();
    const page = await pageOf((await opened(app)).url, { isDeaf: true });
    app.write('locales/de.json', app.read('locales/de.json').replace('Satz one', 'Anders'));
    await page.keyboard.press('a');
    await page.keyboard.press('e');
    await expect.poll(() => page.textContent('#said')).toMatch(/^de:one: The translation has/);
    expect([await nameOf(page), await page.locator('textarea').count()]).toEqual(['two', 1]);
  });
});

describe.runIf(hasBrowser)('files that change while somebody types', () => {
  test('take neither the editor nor its text away, even if the text is gone', async () => {
    const app = await waitingProject();
    const page = await pageOf((await opened(app)).url);
    const before = app.read('locales/de.json');
    await page.keyboard.press('n');
    await page.keyboard.press('e');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(TYPED.slice(0, 10));
    app.write('locales/de.json', before.slice(0, 20));
    const status = (): Promise<string | null> => page.textContent('.editor [role=status]');
    await expect.poll(status).toMatch(/its file cannot be read. Your input stays here/);
    await page.keyboard.type(TYPED.slice(10, 20));
    app.write('locales/de.json', before.replace('Satz one', 'Anders'));
    await expect.poll(() => rowOf(page, 'one')).toContain('Anders');
    await page.keyboard.type(TYPED.slice(20));
    expect([await nameOf(page), await page.inputValue('textarea')]).toEqual(['two', TYPED]);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => app.json('locales/de.json')).toMatchObject({ two: TYPED });
    expect(app.json('locales/de.json')).toMatchObject({ one: 'Anders', three: 'Satz three' });
  });

  test('do not have a text approved that nobody has read', async () => {
    const app = await waitingProject();
    const page = await pageOf((await opened(app)).url);
    app.write('locales/de.json', app.read('locales/de.json').replace('Satz one', 'Anders'));
    await expect.poll(() => page.textContent('.detail')).toContain('Anders');
    const lock = app.read('locale-sync.lock');
    await page.keyboard.press('a');
    await expect.poll(() => page.textContent('#said')).toMatch(/^This text was changed just now/);
    expect([await nameOf(page), app.read('locale-sync.lock')]).toEqual(['one', lock]);
    await page.keyboard.press('a');
    await expect.poll(() => nameOf(page)).toBe('two');
    await expect.poll(() => app.read('locale-sync.lock')).not.toBe(lock);
  });
});

describe.runIf(hasBrowser)('keys act on what is visible and selected', () => {
  test.each(['the page of a server', 'a report'])(
    'on %s: the choice of a language, a search, the overview, a text that left the list',
    async (home) => {
      const app = await waitingProject();
      await app.run(['report', '--html', 'out.html']);
      const isFile = home === 'a report';
      const url = isFile ? pathToFileURL(app.path('out.html')).href : (await opened(app)).url;
      const page = await pageOf(url);
      const { de, lock } = { de: app.read('locales/de.json'), lock: app.read('locale-sync.lock') };

      // The choice of another language.
      await page.selectOption('select[aria-label=Locale]', 'ar');
      await page.locator('.list').focus();
      await page.keyboard.press('e');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(TYPED);
      expect(await page.textContent('.detail')).toContain('Arabic · ar');
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => page.locator('textarea').count()).toBe(0);
      await expect.poll(() => rowOf(page, 'one')).toContain('Done by hand');
      await page.keyboard.press('u');
      await expect.poll(() => rowOf(page, 'one')).toContain('Source changed');

      // A choice, and then a search, while a text is edited.
      await page.keyboard.press('e');
      await page.fill('textarea', TYPED);
      await page.selectOption('select[aria-label=Locale]', 'de');
      expect([await page.locator('textarea').count(), await page.textContent('.place')]).toEqual([
        0,
        expect.stringContaining('de'),
      ]);
      await page.fill('#query', 'no such text');
      await page.keyboard.press('Escape');
      await page.keyboard.type('eadtx');
      await expect.poll(() => page.textContent('#said')).toMatch(/^No text is selected/);
      await page.fill('#query', '');
      await page.selectOption('select[aria-label=Locale]', 'ar');
      await page.locator('.row').first().click();
      expect(await page.textContent('.detail')).toContain('You started to edit this text');

      // The list is hidden.
      await page.locator('.list').focus();
      await page.keyboard.press('o');
      await page.keyboard.type('Aatdu');
      await expect.poll(() => page.textContent('#said')).toMatch(/^Press o to go back/);
      await page.keyboard.press('o');
      expect([app.read('locales/de.json'), app.read('locale-sync.lock')]).toEqual([de, lock]);

      // A text that is approved leaves the list of those that wait.
      await page.selectOption('select[aria-label=State]', 'review');
      await page.fill('#query', 'two');
      await page.keyboard.press('Enter');
      await page.keyboard.press('a');
      await expect.poll(() => page.locator('.row').count()).toBe(0);
      await page.keyboard.press('e');
      await expect.poll(() => page.textContent('#said')).toMatch(/^No text is selected/);
      expect(await page.locator('textarea').count()).toBe(0);
    },
  );

  test('a key that is held down approves one text, and none while another is edited', async () => {
    const page = await pageOf((await opened(await waitingProject())).url);
    await page.keyboard.down('a');
    await page.keyboard.down('a');
    await page.keyboard.down('a');
    await page.keyboard.up('a');
    await expect.poll(() => rowOf(page, 'one')).toContain('Done');
    expect(await nameOf(page)).toBe('two');
    await page.keyboard.press('e');
    // The person clicks beside the field, and types on.
    await page.locator('.list').focus();
    await page.keyboard.type('aAdtun');
    expect([await nameOf(page), await page.inputValue('textarea')]).toEqual([
      'two',
      'Satz twoAdtun',
    ]);
  });
});
