import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const path = PATHS.find((file) => existsSync(file));

export const hasBrowser = path !== undefined;
if (!hasBrowser) console.info('no Chromium is installed: pages of examples are not opened');

let browser: Promise<Browser> | undefined;

/** A new page of a headless Chromium that talks to nobody but the page's own server. */
export async function openPage(
  url: string,
  options: Parameters<Page['goto']>[1] = {},
): Promise<Page> {
  browser ??= chromium.launch({
    executablePath: path ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const page = await (await browser).newPage();
  await page.goto(url, options);
  return page;
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}
