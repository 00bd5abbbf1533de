import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import built from './page/review.html?page';
import { scriptJson } from '../../model/index.js';
import type { Start } from './delta.js';

/** Markup until the script has run, or if it cannot run. */
const LOADING = '<p role="status">Loading …</p>';

/** Only for a server, from which browsers would otherwise request an icon. */
const NO_ICON = '<link rel="icon" href="data:," />';

export interface Page {
  readonly html: string;
  /** Its content security policy. */
  readonly policy: string;
}

let page: { readonly text: string; readonly hashes: string } | undefined;

/**
 * The single file of the review page, with its embedded data.
 * @param instead markup until the script has run, or if it cannot run
 */
export function pageHtml(start: Start, instead = LOADING): Page {
  page ??= readPage();
  const isServed = start.home === 'server';
  const more = isServed ? "; img-src 'self' data:; connect-src 'self'" : '';
  const policy = `default-src 'none'; ${page.hashes}${more}; base-uri 'none'; form-action 'none'`;
  const html = page.text
    .replace('%POLICY%', () => policy)
    .replace('%ICON%', isServed ? NO_ICON : '')
    .replace('%INSTEAD%', () => instead)
    .replace('%START%', () => scriptJson(start));
  return { html, policy };
}

/**
 * Headers of the page; `frame-ancestors` cannot be set in the page itself. No other site can frame it, only
 * the app that the same dev server serves, and a panel of VS Code, whose addresses have schemes of their own.
 */
export function pageHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `${policy}; frame-ancestors 'self' vscode-webview: vscode-file:`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  };
}

function readPage(): { readonly text: string; readonly hashes: string } {
  const text = built.startsWith('data:')
    ? decodeURIComponent(built.slice(built.indexOf(',') + 1))
    : readFileSync(fileURLToPath(built), 'utf8');
  const script = hashOf(text, /<script>([^]*?)<\/script>/);
  const style = hashOf(text, /<style>([^]*?)<\/style>/);
  return { text, hashes: `script-src ${script}; style-src ${style}` };
}

function hashOf(text: string, element: RegExp): string {
  const [, content = ''] = element.exec(text) ?? [];
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
