import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import built from './page/review.html?page';
import { scriptJson } from '../sinks/script-json.js';

/** What the page begins with. */
export interface PageStart {
  /** server: it asks a server for everything · file: everything is in it. */
  readonly home: 'server' | 'file';
  /** Path of the page on its server. */
  readonly base?: string;
  readonly token?: string;
  /** Path, below the base, of a page that this one links to. */
  readonly status?: string | undefined;
  /** Of a file: what it shows, as `data.json` of a server has it. */
  readonly shown?: unknown;
}

/** What is there until the script has run, or where it may not run. Markup. */
const LOADING = '<p role="status">Loading …</p>';

/** Of a server alone: browsers would ask it for an icon, and a file is asked for none. */
const NO_ICON = '<link rel="icon" href="data:," />';

export interface Page {
  readonly html: string;
  /** Its content security policy. */
  readonly policy: string;
}

let page: { readonly text: string; readonly hashes: string } | undefined;

/**
 * The one file of the review page, with what it begins with.
 * @param instead markup that is there until the script has run, or where it may not run
 */
export function pageHtml(start: PageStart, instead = LOADING): Page {
  page ??= readPage();
  const isServed = start.home === 'server';
  const more = isServed ? "; img-src data:; connect-src 'self'" : '';
  const policy = `default-src 'none'; ${page.hashes}${more}; base-uri 'none'; form-action 'none'`;
  const html = page.text
    .replace('%POLICY%', () => policy)
    .replace('%ICON%', isServed ? NO_ICON : '')
    .replace('%INSTEAD%', () => instead)
    .replace('%START%', () => scriptJson(start));
  return { html, policy };
}

/** Headers of the page; a frame of another page cannot be told in the page itself. */
export function pageHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
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
