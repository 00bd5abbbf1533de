import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, createLogger } from 'vite';
import { afterAll, describe, expect, test } from 'vitest';
import { localeSync } from '../../plugins/vite.js';
import type { LocaleSyncOptions } from '../../plugins/core/options.js';
import { attachScreen } from '../../plugins/screens.js';
import { marksIn } from '../../src/model/index.js';
import { closeBrowser, hasBrowser, openPage } from './browser.js';
import { dev, WAIT } from './dev-server.js';
import { app, CONFIG } from './support.js';

afterAll(closeBrowser);

const PAGE = {
  'service.config.yaml': `${CONFIG}screens: docs/screens\n`,
  'index.html': `<!doctype html><body style="margin:0"><h1 id="title" style="position:absolute;left:100px;top:50px;margin:0"></h1><p id="below" style="position:absolute;top:5000px"></p><input id="field" style="position:absolute;left:10px;top:200px;width:300px"><script type="module" src="/main.js"></script>`,
  'main.js': `import de from './locales/de.json';
document.getElementById('title').textContent = de.title;
document.getElementById('below').textContent = de.hello;
document.getElementById('field').placeholder = de.title;
`,
};

/** The code of a build, and its warnings. */
async function built(root: string, options: LocaleSyncOptions): Promise<[string, string[]]> {
  const said: string[] = [];
  const customLogger = createLogger('silent');
  customLogger.warn = (text) => void said.push(text);
  await build({ root, configFile: false, customLogger, plugins: [localeSync(options)] });
  const folder = join(root, 'dist/assets');
  const code = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return [code.join(''), said];
}

test('a build has marks only if it is asked for, and says so then', async () => {
  const { root } = app(PAGE);
  const [code, said] = await built(root, {});
  expect(marksIn(code)).toEqual([]);
  expect(said.join()).not.toContain('for tests only');
  // What an earlier run remembers is no reason to have none.
  for (const time of [1, 2]) {
    const [marked, warned] = await built(root, { marks: true });
    expect(
      marksIn(marked).map(({ unit }) => unit.slice(2)),
      `${time}`,
    ).toContainEqual(['title']);
    expect(warned.join()).toContain('this build is for tests only');
  }
});

describe.runIf(hasBrowser)('in the browser', () => {
  test('a test takes a picture, and the review page shows where each text is', async () => {
    const project = app(PAGE);
    const { url, status } = await dev(project.root, { marks: true });
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    const page = await openPage(url);
    const title = page.locator('#title');
    await expect.poll(async () => marksIn((await title.textContent()) ?? '').length, WAIT).toBe(1);
    // Marks for a test are no reason to take its clicks.
    expect(await page.locator('locale-sync-edit').count()).toBe(0);
    await attachScreen(page, 'cart / empty', { cwd: project.root });
    expect(await title.textContent()).toBe('Willkommen');
    expect(await page.getAttribute('#field', 'placeholder')).toBe('Willkommen');
    const unit = ['de', 'locales/de.json', 'title'];
    expect(project.json('docs/screens/cart-empty.json')).toEqual({
      ...page.viewportSize(),
      texts: [
        { unit, box: [100, 50, expect.any(Number), expect.any(Number)] },
        { unit, box: [10, 200, expect.any(Number), expect.any(Number)] },
      ],
    });
    await expect(attachScreen(page, 'again', { cwd: project.root })).rejects.toThrow('marks: true');

    project.write('docs/screens/broken.json', '{ "width": 1');
    const review = await openPage(
      `${url}/__locale-sync#unit=${encodeURIComponent(JSON.stringify(unit))}`,
    );
    const image = review.locator('figure img');
    await image.waitFor({ timeout: 60_000 });
    const loaded = (): Promise<boolean> =>
      review.evaluate("document.querySelector('figure img').naturalWidth > 0");
    await expect.poll(loaded, WAIT).toBe(true);
    const [frame, outline] = await Promise.all([
      review.locator('figure').boundingBox(),
      review.locator('figure span').first().boundingBox(),
    ]);
    const width = page.viewportSize()?.width ?? 1;
    const left = ((outline?.x ?? 0) - (frame?.x ?? 0)) / (frame?.width ?? 1);
    expect(Math.abs(left - 100 / width)).toBeLessThan(0.01);
    expect(await review.locator('figure span').count()).toBe(2);
    // In another language, the picture of this one is better than none; of another key, there is none.
    await review.goto(
      `${url}/__locale-sync#unit=${encodeURIComponent(JSON.stringify(['fr', 'locales/fr.json', 'title']))}`,
    );
    await expect.poll(() => review.locator('.place').first().textContent()).toContain('fr.json');
    expect(await image.count()).toBe(1);
    await review.goto(
      `${url}/__locale-sync#unit=${encodeURIComponent(JSON.stringify(['de', 'locales/de.json', 'hello']))}`,
    );
    await expect.poll(() => review.locator('h2').textContent()).toBe('hello');
    expect(await image.count()).toBe(0);
    // Only for the page.
    const asked = await fetch(`${url}/__locale-sync/screen.png?name=cart-empty`);
    expect(asked.status).toBe(403);
  });
});
