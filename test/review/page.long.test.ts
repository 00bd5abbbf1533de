import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { closeBrowser, hasBrowser, openPage } from '../plugins/browser.js';
import { opened, project } from './support.js';

afterAll(closeBrowser);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds; its script may run where the page's policy lets no other in. */
async function axe(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{
    violations: { id: string; nodes: { html: string }[] }[];
  }>('axe.run()');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The page as it opens. */
async function openedAt(app: ReturnType<typeof project>): Promise<{ page: Page }> {
  const page = await openPage((await opened(app)).url);
  await page.waitForSelector('.row');
  await expect.poll(() => page.textContent('.count')).not.toMatch(/^0 /);
  return { page };
}

/** The page, watched: whatever it asks others for, and whatever its policy refuses. */
async function watched(url: string): Promise<{ page: Page; asked: string[]; errors: string[] }> {
  const page = await openPage('about:blank');
  const asked: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => void errors.push(String(error)));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(url);
  await page.waitForSelector('.row');
  await page.selectOption('select[aria-label=State]', '');
  return { page, asked, errors };
}

async function choose(page: Page, name: string, locale = 'de'): Promise<void> {
  await page.selectOption('select[aria-label=Locale]', locale);
  await page.fill('#query', name);
  await page.locator('.row').first().click();
}

describe.runIf(hasBrowser)('the review page', () => {
  test('works by keys alone: edit, save, undo, dismiss, approve, next', async () => {
    const app = project();
    const before = app.read('locales/de.json');
    const review = await opened(app);
    const { page, errors, asked } = await watched(review.url);
    await choose(page, 'title');
    await page.locator('.list').focus();
    await page.keyboard.press('e');
    await page.fill('textarea', 'Hallo');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => app.read('locales/de.json')).toContain('"title":   "Hallo"');
    await expect.poll(() => page.locator('textarea').count()).toBe(0);
    await page.keyboard.press('u');
    await expect.poll(() => app.read('locales/de.json')).toBe(before);
    await choose(page, 'again');
    await page.locator('.list').focus();
    expect(await page.locator('.detail mark').allTextContents()).toEqual(['␣']);
    await page.keyboard.press('d');
    await expect.poll(() => app.read('locale-sync.lock')).toContain('surrounding-space');
    await page.fill('#query', '');
    await page.keyboard.press('Escape');
    const name = (): Promise<string | null> => page.textContent('.detail h2');
    const first = await name();
    await page.keyboard.press('p');
    await expect.poll(name).not.toBe(first);
    await page.keyboard.press('n');
    await expect.poll(name).toBe(first);
    await page.keyboard.press('?');
    expect(await page.locator('dialog tr').count()).toBeGreaterThan(10);
    expect(errors).toEqual([]);
    expect(asked.every((url) => url.startsWith(`http://127.0.0.1:${review.port}/`))).toBe(true);
  });

  test('a guest suggests and asks by keys, and who decides takes, answers and rejects', async () => {
    const app = project();
    const ben = { locale: 'de', name: '', may: 'suggest' } as const;
    const review = await opened(app, { guests: [ben] });
    const theirs = await openPage('about:blank');
    const errors: string[] = [];
    theirs.on('console', (one) => {
      if (one.type() === 'error') errors.push(one.text());
    });
    const prompts: string[] = [];
    theirs.on('dialog', (dialog) => {
      prompts.push(dialog.message());
      void dialog.accept(' Ben ');
    });
    await theirs.goto(review.guestUrls[0] ?? '');
    await theirs.selectOption('select[aria-label=State]', '');
    expect(await theirs.locator('select[aria-label=Locale] option').allTextContents()).toEqual([
      'All languages',
      'German · de',
    ]);
    await theirs.fill('#query', 'title');
    await theirs.locator('.row').first().click();
    expect(await theirs.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await theirs.locator('.list').focus();
    await theirs.keyboard.press('a');
    await expect.poll(() => theirs.textContent('#said')).toContain('you suggest other texts');
    for (const [key, words] of [
      ['e', 'Hallo'],
      ['q', 'Which <b>shop</b>?'],
    ] as const) {
      await theirs.locator('.list').focus();
      await theirs.keyboard.press(key);
      await theirs.fill('textarea', words);
      if (key === 'q') expect(await axe(theirs)).toEqual([]);
      await theirs.keyboard.press('Control+Enter');
      await expect.poll(() => theirs.locator('textarea').count()).toBe(0);
    }
    const said = theirs.locator('.comment');
    await expect
      .poll(async () => (await said.allTextContents()).sort())
      .toEqual(['Question by BenWhich <b>shop</b>?', 'Suggestion by BenHallo']);
    expect([prompts.length, errors]).toEqual([1, []]);
    // The person at the machine.
    const { page } = await watched(review.url);
    await page.selectOption('select[aria-label=State]', 'said');
    await page.locator('.row').first().click();
    expect(await page.textContent('.row')).toContain('Suggestion');
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.fill('textarea', 'The one in town.');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(async () => (await said.allTextContents()).join())
      .toContain('Answer The one in town.');
    expect(await axe(page)).toEqual([]);
    await page.locator('.list').focus();
    await page.keyboard.press('t');
    await expect.poll(() => app.read('locales/de.json')).toContain('"title":   "Hallo"');
    await expect.poll(() => page.locator('.comment').count()).toBe(1);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => said.count()).toBe(0);
    expect(app.read('locale-sync.comments')).not.toContain('{');
  });

  test('opens on what waits for a person, and says what to do about it', async () => {
    const { page } = await openedAt(project());
    expect(await page.inputValue('select[aria-label=State]')).toBe('yours');
    const [first, ...more] = await page.locator('.row').allTextContents();
    expect(first).toMatch(/^paydeTo check/);
    expect(more.join('\n')).not.toContain('Not translated');
    expect(await page.textContent('.detail h2')).toBe('pay');
    expect(await page.textContent('.detail')).toContain('German · de');
  });

  test('placeholders are inserted by a key or a click, and never broken', async () => {
    const app = project({
      'locales/en.json': '{ "pay": "Pay <b>{amount}</b> now" }',
      'locales/de.json': '{ "pay": "Zahlen {sum}" }',
      'locales/ar.json': '{ "pay": "" }',
    });
    const { page, errors } = await watched((await opened(app)).url);
    await choose(page, 'pay');
    await expect.poll(() => page.locator('.detail .chip').allTextContents()).toContain('{amount}');
    await page.locator('.list').focus();
    await page.keyboard.press('e');
    const codes = page.getByRole('group', { name: 'Placeholders and tags to insert' });
    await expect.poll(() => codes.locator('button').count()).toBe(2);
    await page.fill('textarea', 'Jetzt ');
    await page.keyboard.press('End');
    await page.keyboard.press('Alt+1');
    await codes.getByRole('button', { name: '{amount}' }).click();
    const value = (): Promise<string> => page.inputValue('textarea');
    expect(await value()).toBe('Jetzt <b>{amount}</b>');
    // From behind `</b>` over the chips: each is one step.
    for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'])
      await page.keyboard.press(key);
    await page.keyboard.type('x');
    expect(await value()).toBe('Jetzt x<b>{amount}</b>');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    expect(await value()).toBe('Jetzt x<b></b>');
    await page.keyboard.press('Control+z');
    expect(await value()).toBe('Jetzt x<b>{amount}</b>');
    expect(errors).toEqual([]);
  });

  test('a screen reader finds and hears the ten most usual actions', async () => {
    const app = project({}, { service: { url: 'embedded' } });
    const { page } = await watched((await opened(app)).url);
    const session = await page.context().newCDPSession(page);
    /** What Chromium tells screen readers. */
    const heard = async (): Promise<readonly string[]> => {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      return nodes
        .filter(({ ignored }) => !ignored)
        .map(({ role, name, properties = [] }) => {
          const is = (wanted: string): boolean =>
            properties.some((one) => one.name === wanted && one.value.value === true);
          return [
            ...(is('focused') ? ['focused'] : []),
            ...(is('selected') ? ['selected'] : []),
            `${String(role?.value)} ${String(name?.value)}`,
          ].join(' ');
        });
    };
    const hears = async (what: RegExp): Promise<void> => {
      await expect.poll(async () => (await heard()).join('\n')).toMatch(what);
    };
    // Search, and choose what to see.
    await page.fill('#query', 'again');
    await hears(/focused searchbox Search keys and texts/);
    await page.selectOption('select[aria-label=Locale]', 'de');
    await hears(/combobox Locale/);
    await hears(/option German · de/);
    // Go to the list, and through it.
    await page.keyboard.press('/');
    await page.fill('#query', '');
    await page.focus('#query');
    await page.keyboard.press('Enter');
    await hears(/focused listbox Texts/);
    await page.keyboard.press('n');
    await hears(/selected option bye Not translated Good bye/);
    await hears(/heading bye/);
    // Read a finding.
    await page.keyboard.press('p');
    await hears(/selected option again To check/);
    await hears(/heading Remarks of the rules/);
    await hears(/button Dismiss d/);
    // Edit, insert a placeholder, save.
    await page.keyboard.press('e');
    await hears(/focused textbox Translation, German · de/);
    await hears(/group Placeholders and tags to insert/);
    await hears(/button \{amount\}/);
    await page.fill('textarea', 'Jetzt ');
    await page.keyboard.press('End');
    await page.keyboard.press('Alt+1');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => app.read('locales/de.json')).toContain('"Jetzt {amount}"');
    // Undo is heard.
    await page.locator('.list').focus();
    await page.keyboard.press('u');
    await hears(/^status /m);
    await hears(/StaticText Undone\./);
    // Approve, and hear where one is.
    await page.keyboard.press('a');
    await hears(/selected option/);
    // The overview, and the keys.
    await page.keyboard.press('o');
    await hears(/heading Coverage by language/);
    await hears(/image \d texts: /);
    await page.keyboard.press('?');
    await hears(/dialog Keys/);
  });

  test('keys never touch a text that nobody sees', async () => {
    const app = project({}, { service: { url: 'embedded' } });
    await app.run(['sync']);
    const lock = app.read('locale-sync.lock');
    const { page } = await watched((await opened(app)).url);
    await page.selectOption('select[aria-label=State]', 'machine');
    await page.fill('#query', 'bye');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.textContent('.detail h2')).toBe('bye');
    await page.keyboard.press('o');
    await page.keyboard.press('a');
    await expect.poll(() => page.textContent('#said')).toMatch(/^Press o to go back/);
    await page.keyboard.press('o');
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('?');
    // The list takes the keyboard once it is drawn.
    await expect.poll(focused).toMatch(/^Approve/);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toMatch(/^Edit/);
    expect(app.read('locale-sync.lock')).toBe(lock);
    // A key that the list shows does what it says, and closes the list.
    await page.keyboard.press('e');
    await expect.poll(() => page.locator('textarea').count()).toBe(1);
    expect(await page.locator('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('select[aria-label=State]').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await expect.poll(() => app.read('locale-sync.lock')).not.toBe(lock);
    await page.keyboard.press('u');
    await expect.poll(() => app.read('locale-sync.lock')).toBe(lock);
  });

  test('what somebody typed is there again when they come back', async () => {
    const { page } = await watched((await opened(project())).url);
    await choose(page, 'title');
    await page.locator('.list').focus();
    await page.keyboard.press('e');
    await page.fill('textarea', 'Mein Text');
    await choose(page, 'bye');
    await choose(page, 'title');
    expect(await page.textContent('.detail')).toContain('You started to edit this text');
    await page.locator('.list').focus();
    await page.keyboard.press('e');
    expect(await page.inputValue('textarea')).toBe('Mein Text');
    // The field takes the keyboard once it is drawn.
    const focused = (): Promise<string> => page.evaluate('document.activeElement.tagName');
    await expect.poll(focused).toBe('TEXTAREA');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('textarea').count()).toBe(0);
    expect(await page.textContent('.detail')).not.toContain('You started');
  });

  test('takes a proposal, and approves a whole list with one undo', async () => {
    const app = project({}, { service: { url: 'embedded' } });
    await app.run(['sync']);
    const { url } = await opened(app);
    const { page } = await watched(url);
    await page.selectOption('select[aria-label=State]', 'machine');
    await page.selectOption('select[aria-label=Locale]', 'ar');
    const lock = app.read('locale-sync.lock');
    await page.locator('.list').focus();
    await page.keyboard.press('A');
    await expect.poll(() => page.textContent('#said')).toMatch(/^4 approved/);
    expect(app.read('locale-sync.lock')).not.toBe(lock);
    await page.keyboard.press('u');
    await expect.poll(() => app.read('locale-sync.lock')).toBe(lock);
  });

  test('takes the proposal for a missing text', async () => {
    const app = project({
      'locales/en.json': '{ "a": "Save the file", "b": "Save the file" }\n',
      'locales/de.json': '{ "a": "Datei sichern" }\n',
      'locales/ar.json': '{}\n',
    });
    const { page } = await watched((await opened(app)).url);
    await choose(page, 'b');
    await page.locator('.row', { hasText: 'Not translated' }).click();
    await page.locator('.list').focus();
    await page.keyboard.press('t');
    await expect
      .poll(() => app.json('locales/de.json'))
      .toEqual({
        a: 'Datei sichern',
        b: 'Datei sichern',
      });
  });

  test('says what the rules find while somebody types, with a number for each form', async () => {
    const { page } = await watched((await opened(project())).url);
    // A translation is read as its readers see it, and its code from left to right.
    await choose(page, 'cart', 'de');
    await expect
      .poll(() => page.locator('.previews th').allTextContents())
      .toEqual(['one (1)', 'other (0)']);
    await choose(page, 'cart', 'ar');
    expect(await page.locator('.detail .actions button').first().textContent()).toContain(
      'Translate',
    );
    await page.locator('.list').focus();
    await page.keyboard.press('Enter');
    // The text has no translation yet: it starts in its own direction, a field for each form.
    const fields = page.locator('.editor textarea');
    // Six forms, and the words behind them.
    await expect.poll(() => fields.count()).toBe(7);
    expect(await page.getByLabel('Translation, Arabic · ar, few 3, 4, 5').count()).toBe(1);
    expect(await page.getByLabel('Translation, Arabic · ar, after').count()).toBe(1);
    await expect
      .poll(() => fields.first().evaluate('getComputedStyle(document.activeElement).direction'))
      .toBe('rtl');
    await page.getByLabel(/ one 1/).fill('# بند');
    await page.getByLabel(/ other /).fill('# بنود');
    await fields.last().fill(' في السلة');
    await expect.poll(() => page.textContent('.editor [role=status]')).toMatch(/lacks zero, two/);
    expect(await page.locator('.previews th').allTextContents()).toContain('few (3)');
    await page.click('button:has-text("As one text")');
    const whole = await page.inputValue('textarea');
    expect(whole).toBe('{count, plural, one {# بند} other {# بنود}} في السلة');
    await page.fill('textarea', '{count, plural, one {# بند');
    await expect.poll(() => page.textContent('.editor [role=status]')).toMatch(/needs a fix/);
  });

  test('a file that changes outside shows at once', async () => {
    const app = project();
    const { page } = await watched((await opened(app)).url);
    await choose(page, 'title');
    app.write('locales/de.json', app.read('locales/de.json').replace('im Laden', 'draussen'));
    await expect.poll(() => page.textContent('.detail')).toContain('Willkommen draussen');
  });

  test('a text that changes outside while somebody types is not overwritten', async () => {
    const app = project();
    const { page } = await watched((await opened(app)).url);
    await choose(page, 'title');
    await page.locator('.list').focus();
    await page.keyboard.press('e');
    await page.fill('textarea', 'Mein Text');
    app.write('locales/de.json', app.read('locales/de.json').replace('im Laden', 'draussen'));
    await expect.poll(() => page.textContent('.editor [role=status]')).toMatch(/changed elsewhere/);
    expect(await page.inputValue('textarea')).toBe('Mein Text');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => page.textContent('#said'))
      .toMatch(/has changed in the meantime and was kept/);
    expect(app.read('locales/de.json')).toContain('Willkommen draussen');
  });

  test.each(['light', 'dark'] as const)(
    'axe finds nothing, %s, wide and 320 px',
    async (scheme) => {
      const { page } = await watched((await opened(project())).url);
      await page.emulateMedia({ colorScheme: scheme });
      await choose(page, 'again');
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 700 });
        await page.click('button:has-text("Edit")');
        expect(await axe(page)).toEqual([]);
        await page.keyboard.press('Escape');
        expect(await axe(page)).toEqual([]);
        const wide = await page.evaluate('document.documentElement.scrollWidth');
        expect(wide).toBeLessThanOrEqual(width);
        await page.click('button:has-text("Overview")');
        expect(await axe(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
        await page.click('button:has-text("Overview")');
        await page.click('button:has-text("Keys")');
        expect(await axe(page)).toEqual([]);
        await page.click('dialog form button');
      }
    },
  );

  test('another text is shown from its beginning, and texts of other files say so', async () => {
    const long = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n');
    const app = project(
      {
        'locales/en.json': JSON.stringify({ long, again: 'Pay' }),
        'locales/de.json': JSON.stringify({ long, again: 'Zahlen' }),
        'mail/en.json': JSON.stringify({ pay: 'Pay' }),
        'mail/de.json': JSON.stringify({ pay: 'Bezahlen' }),
      },
      { catalogs: [{ files: 'locales/{locale}.json' }, { files: 'mail/{locale}.json' }] },
    );
    const { page } = await watched((await opened(app)).url);
    await choose(page, 'long');
    await page.evaluate('document.querySelector(".detail").scrollTo(0, 500)');
    await choose(page, 'again');
    await expect.poll(() => page.evaluate('document.querySelector(".detail").scrollTop')).toBe(0);
    await expect.poll(() => page.textContent('.detail')).toContain('pay mail/de.json Bezahlen');
  });

  test('the overview plots coverage, what waits, age, and each run by itself', async () => {
    const app = project({}, { service: { url: 'embedded' } });
    await app.run(['sync']);
    app.write('locales/en.json', app.read('locales/en.json').replace('Good bye', 'Farewell'));
    await app.run(['sync']);
    const { page, errors } = await watched((await opened(app)).url);
    await page.keyboard.press('o');
    await expect.poll(() => page.locator('.plot canvas').count()).toBe(1);
    expect(await page.locator('.overview h2').allTextContents()).toEqual([
      'Coverage by language',
      'Coverage by file',
      'What is waiting for whom',
      'Outdated texts by time since their source changed',
      'Characters and cost of runs',
    ]);
    const labels = page.locator('.overview .bar[aria-label]');
    expect(await labels.first().getAttribute('aria-label')).toMatch(/^5 texts: \d done/);
    expect(await page.textContent('.overview')).toContain('2 runs, ');
    await page.fill('.overview input[type=number]', '20');
    await expect.poll(() => page.textContent('.overview strong')).toMatch(/^0\.\d\d in all$/);
    expect(errors).toEqual([]);
  });

  test('shows what changed in the source and where code asks for a key; a approves and goes on', async () => {
    const app = project(
      {
        'src/shop.ts': "import { t } from 'i18next';\nexport const bye = t('bye');\n",
        'package.json': '{"dependencies":{"i18next":"*"}}',
      },
      {
        service: { url: 'embedded' },
        extract: { code: ['src/**/*.ts'], catalog: 'locales/en.json' },
      },
    );
    const git = (...args: string[]): void => {
      const who = ['-c', 'user.name=t', '-c', 'user.email=t@localhost'];
      execFileSync('git', [...who, ...args], { cwd: app.root, stdio: 'ignore' });
    };
    await app.run(['sync']);
    git('init');
    git('add', '.');
    git('commit', '-m', 'first');
    app.write('locales/en.json', app.read('locales/en.json').replace('Good bye', 'Good night'));
    const { page } = await watched((await opened(app)).url);
    await choose(page, 'bye');
    const detail = page.locator('.detail');
    await expect.poll(() => detail.locator('del').allTextContents()).toEqual(['bye']);
    expect(await detail.locator('ins').allTextContents()).toEqual(['night']);
    await expect.poll(() => detail.textContent()).toContain('src/shop.ts:2');
    await page.fill('#query', '');
    await page.selectOption('select[aria-label=State]', 'machine');
    await page.selectOption('select[aria-label=Locale]', 'ar');
    await page.locator('.row').first().click();
    const lock = app.read('locale-sync.lock');
    const name = await page.textContent('.detail h2');
    await page.locator('.list').focus();
    await page.keyboard.press('a');
    await expect.poll(() => app.read('locale-sync.lock')).not.toBe(lock);
    await expect.poll(() => page.textContent('.detail h2')).not.toBe(name);
    await page.keyboard.press('u');
    await expect.poll(() => app.read('locale-sync.lock')).toBe(lock);
  });

  test('right-to-left text has its direction, and CJK may break', async () => {
    const long = '欧州連合のすべての国には三営業日以内に届けます。'.repeat(8);
    const files = {
      'locales/en.json': '{ "title": "Delivery" }',
      'locales/ja.json': JSON.stringify({ title: long }),
    };
    const narrow = await watched((await opened(project(files, { targets: ['ja'] }))).url);
    await narrow.page.setViewportSize({ width: 320, height: 700 });
    const box = 'document.querySelector(".detail .text[lang=ja]")';
    expect(await narrow.page.evaluate(`${box}.scrollWidth <= ${box}.clientWidth`)).toBe(true);
    expect(await narrow.page.evaluate(`${box}.clientHeight > 100`)).toBe(true);
    const { page } = await watched((await opened(project())).url);
    await choose(page, 'title', 'ar');
    const target = page.locator('.detail .text[lang=ar]');
    expect(await target.evaluate((node) => (node as unknown as { dir: string }).dir)).toBe('rtl');
    await expect.poll(() => target.textContent()).toBe('مرحبا');
    const direction =
      'getComputedStyle(document.querySelector(".detail .text[lang=ar]")).direction';
    expect(await page.evaluate(direction)).toBe('rtl');
  });

  test('the text of a catalog is never markup, a link or a command', async () => {
    const evil = '</script><script>window.evil = 1</script><img src=x onerror="window.evil = 1">';
    const app = project({
      'locales/en.json': JSON.stringify({
        [evil]: evil,
        link: '<a href="javascript:window.evil=1">x</a> javascript:window.evil=1',
        bidi: 'safe\u202eevil\u2066\u200b',
        long: `${'long '.repeat(210_000)}end`,
        amp: '<!-- %START% %SCRIPT% --> &lt;b&gt; $& $1',
      }),
      'locales/de.json': JSON.stringify({ [evil]: evil, link: evil, bidi: '\u202eevil' }),
      'locales/ar.json': '{}',
    });
    await app.run(['report', '--html', 'out.html']);
    const review = await opened(app);
    for (const url of [review.url, pathToFileURL(app.path('out.html')).href]) {
      const { page, errors } = await watched(url);
      await page.selectOption('select[aria-label=Locale]', 'de');
      const rows = await page.locator('.row').count();
      expect(rows).toBe(5);
      for (let at = 0; at < rows; at += 1) {
        await page.locator('.row').nth(at).click();
        expect(await page.evaluate('window.evil')).toBe(undefined);
      }
      expect(await page.locator('.detail a, .detail img, .row a, .row img').count()).toBe(0);
      await choose(page, 'bidi');
      expect(await page.textContent('.detail')).toContain('safe\\u202eevil\\u2066\\u200b');
      await choose(page, 'amp');
      expect(await page.textContent('.detail')).toContain(
        '<!-- %START% %SCRIPT% --> &lt;b&gt; $& $1',
      );
      expect(errors).toEqual([]);
    }
  });

  test('a report opens from a file, saves edits as a patch, and review takes it', async () => {
    const app = project();
    const made = await app.run(['report', '--html', 'sub/../out.html']);
    expect([made.code, made.stderr]).toEqual([0, 'sub/../out.html written: 10 units.\n']);
    const { page, errors, asked } = await watched(pathToFileURL(app.path('out.html')).href);
    await choose(page, 'title');
    await page.locator('.list').focus();
    await page.keyboard.press('e');
    await page.fill('textarea', 'Hallo');
    await page.keyboard.press('Control+Enter');
    for (const question of ['To whom?', 'How many?']) {
      await page.locator('.list').focus();
      await page.keyboard.press('q');
      await page.fill('textarea', question);
      await page.keyboard.press('Control+Enter');
    }
    await choose(page, 'bye');
    await page.locator('.list').focus();
    await page.keyboard.press('e');
    await page.fill('textarea', 'Tschüss');
    await page.keyboard.press('Control+Enter');
    // The rules judge in the file itself, while the text is typed and when it is saved.
    await choose(page, 'pay');
    await page.locator('.list').focus();
    await page.keyboard.press('e');
    await page.fill('textarea', 'Bezahlen');
    await expect.poll(() => page.textContent('.detail')).toContain('{amount}');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.textContent('#said')).toContain('It was not written.');
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await expect.poll(() => page.locator('textarea').count()).toBe(0);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    await download.saveAs(app.path('edits.json'));
    expect(errors).toEqual([]);
    // Only a saved patch keeps what was done: without it, leaving asks.
    const leaving = page.evaluate<boolean>(
      `dispatchEvent(new Event('beforeunload', { cancelable: true }))`,
    );
    expect(await leaving).toBe(true);
    await page.keyboard.press('u');
    expect(
      await page.evaluate(`dispatchEvent(new Event('beforeunload', { cancelable: true }))`),
    ).toBe(false);
    expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('blob:'))).toEqual([]);
    expect(await axe(page)).toEqual([]);
    // Meanwhile somebody else has another idea.
    app.write('locales/de.json', app.read('locales/de.json').replace('im Laden', 'hier'));
    const { code, stdout, stderr } = await app.run(['review', '--apply', 'edits.json']);
    expect(stdout).toMatch(
      /^de:title \(locales\/de\.json\): The translation has changed in the meantime/,
    );
    expect([code, stderr]).toEqual([1, '4 edits applied, 1 refused.\n']);
    // A question is no less true for another translation.
    expect(app.read('locale-sync.comments')).toMatch(
      /To whom\?[^]*How many\?|How many\?[^]*To whom\?/,
    );
    expect(app.read('locales/de.json')).toContain('Willkommen hier');
    expect(app.read('locales/de.json')).toContain('"bye": "Tschüss"');
    expect(app.read('locales/de.json')).toContain('"pay": "Bezahlen"');
  });
});
