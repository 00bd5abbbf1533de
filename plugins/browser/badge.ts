import type { LocaleSyncStatus } from '../core/status.js';

// A small badge in pages of Vite's dev server: shows what is missing or waits for review, and links
// to the panel. The plugin defines the first status and the panel's path before this code.

declare const INITIAL: LocaleSyncStatus;
declare const PANEL: string;

const HIDDEN = 'locale-sync:badge-hidden';
const STYLE = `:host { all: initial; position: fixed; inset: auto auto 12px 12px; z-index: 2147483000 }
div { display: flex; font: 12px/1 system-ui, sans-serif; border-radius: 12px; opacity: .85;
  background: #222; color: #fff; overflow: hidden }
div:hover { opacity: 1 }
a, button { all: unset; padding: 6px 10px; cursor: pointer }
button { padding-left: 2px }
a:focus-visible, button:focus-visible { outline: 2px solid #6af; outline-offset: -2px }`;

const host = document.createElement('locale-sync-badge');
const link = document.createElement('a');
// The page of a backend is on another origin than the dev server. Astro serves below a base that
// its Vite does not have.
const base = import.meta.env.BASE_URL.replace(/\/$/, '');
link.href = new URL(base + PANEL, import.meta.url).href;
const isPanel = location.href.startsWith(link.href);
link.target = '_blank';
const close = document.createElement('button');
close.textContent = '×';
close.setAttribute('aria-label', 'Hide until this tab is closed');
close.addEventListener('click', () => {
  sessionStorage.setItem(HIDDEN, 'yes');
  host.remove();
});
const edit = document.createElement('button');
edit.textContent = '✎';
edit.title = edit.ariaLabel = 'Edit texts in the page';
edit.addEventListener('click', () => import.meta.hot?.send('locale-sync:edit', true));
const box = document.createElement('div');
box.append(link, edit, close);
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
const root = host.attachShadow({ mode: 'open' });
root.adoptedStyleSheets = [sheet];
root.append(box);

function show({ locales }: LocaleSyncStatus): void {
  let missing = 0;
  let review = 0;
  for (const counts of Object.values(locales)) {
    missing += counts.missing + counts.stale;
    review += counts.review;
  }
  const parts = [
    ...(missing > 0 ? [`${missing} to translate`] : []),
    ...(review > 0 ? [`${review} to review`] : []),
  ];
  link.textContent = parts.join(', ');
  const isHidden = isPanel || parts.length === 0 || sessionStorage.getItem(HIDDEN) !== null;
  if (isHidden) host.remove();
  else document.documentElement.append(host);
}

show(INITIAL);
if (import.meta.hot) {
  const { hot } = import.meta;
  hot.on('locale-sync:status', show);
  // Vite replaces the overlay of a broken catalog by its own error, and some versions then fail to
  // show that. The server knows whether there is an overlay to show again.
  const askForOverlay = (): void => {
    if (document.querySelector('vite-error-overlay') === null) hot.send('locale-sync:overlay', {});
  };
  hot.on('vite:error', ({ err }) => {
    if (err.plugin !== 'locale-sync') setTimeout(askForOverlay);
  });
  // The error may have occurred before this code was loaded.
  askForOverlay();
}
