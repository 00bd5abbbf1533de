import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import script from './browser/screen.ts?text';
import type { MarkedScreen } from '../src/model/index.js';
import { environment } from './core/environment.js';

const SCRIPT = `(() => { let screen; const done = (it) => { screen = it; }; ${script}; return screen; })()`;

/** The used part of Playwright's `Page`, which Storybook's test runner has, too. */
export interface ScreenPage {
  evaluate(script: string): Promise<unknown>;
  screenshot(options: { path: string }): Promise<unknown>;
}

/**
 * Takes a picture of what a page shows, for the review page: into the folder `screens` of the config,
 * with the place of each text in it. The page's marks (option `marks` of the plugin) are removed
 * before.
 * @param name of the picture; one with the same name is replaced
 * @param cwd where the search for the config starts. Default: the current folder.
 * @throws Error if the page shows no text with a mark; ConfigError
 */
export async function attachScreen(
  page: ScreenPage,
  name: string,
  { cwd = process.cwd() }: { readonly cwd?: string } = {},
): Promise<void> {
  const { loadConfig } = await import('../src/index.js');
  const { ensureStateDirectory } = await import('../src/state/index.js');
  const { STATE_FOLDER } = await import('../src/lock/index.js');
  const { root, screens } = await loadConfig({ cwd, env: environment() });
  const found = (await page.evaluate(SCRIPT)) as MarkedScreen;
  if (found.texts.length === 0)
    throw new Error(
      `locale-sync: the page shows no text with a mark (${name}). Set \`marks: true\` in the plugin for this test.`,
    );
  ensureStateDirectory(join(root, STATE_FOLDER), '.');
  mkdirSync(screens, { recursive: true });
  const file = join(screens, name.replaceAll(/[^\w.-]+/g, '-'));
  await page.screenshot({ path: `${file}.png` });
  writeFileSync(`${file}.json`, `${JSON.stringify(found)}\n`);
}
