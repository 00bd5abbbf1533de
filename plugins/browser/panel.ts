import type { ViteHotContext } from 'vite/types/hot.js';
import { pageText } from '../../src/model/index.js';
import type { KeysFound } from '../core/code-keys.js';
import type { PanelStatus, LocaleSyncStatus } from '../core/status.js';

// The dev panel: follows the status of its server.

/** Path of the panel, below the server's base. */
const PANEL = '/__locale-sync';
const base = new URL(import.meta.url).pathname.slice(0, -`${PANEL}/panel.js`.length);

interface ViteClient {
  createHotContext(owner: string): ViteHotContext;
}

async function load(): Promise<void> {
  const answer = await fetch(`${base}${PANEL}/status.json`);
  const status = (await answer.json()) as PanelStatus;
  const { root = '' } = status;
  showKeys(status.extraction);
  showState(status);
  showLocales(status.locales);
  showProblems(status.problems, (place) => {
    const file = encodeURIComponent(`${root}/${place}`);
    void fetch(`${base}/__open-in-editor?file=${file}`);
  });
}

// Shows the status in the panel's page. Values are set as text, never parsed, and all characters
// are visible.

const COUNTS = ['units', 'current', 'edited', 'review', 'stale', 'missing', 'invalid'] as const;

function showState({ ok, pending, error }: PanelStatus): void {
  const state = element('state');
  state.className = error === null ? '' : 'error';
  if (pending) state.textContent = 'Looking …';
  else if (error !== null) state.textContent = pageText(error.message);
  else state.textContent = ok ? 'Everything is translated.' : 'Something is open.';
}

function showKeys(extraction: KeysFound | null): void {
  if (extraction === null) return;
  const { added, empty, unused, error } = extraction;
  element('extracted').textContent =
    error === null
      ? `${added.length} added, ${empty.length} of them without text; ${unused.length} not in code`
      : pageText(`${error.message} ${error.hint ?? ''}`);
  element('unused').replaceChildren(
    ...unused.map(({ file, key }) => row(['not in code', textCell(key), textCell(file)])),
  );
}

function showLocales(locales: LocaleSyncStatus['locales']): void {
  const head = make('tr');
  head.append(...['locale', 'coverage', ...COUNTS].map((name) => make('th', name)));
  const rows = Object.entries(locales).map(([locale, counts]) => {
    const meter = make('meter');
    meter.max = Math.max(1, counts.units);
    meter.value = counts.current + counts.edited;
    const coverage = make('td');
    coverage.append(meter);
    return row([locale, coverage, ...COUNTS.map((name) => String(counts[name]))]);
  });
  element('locales').replaceChildren(head, ...rows);
}

/** @param open opens `file:line:column` in the editor */
function showProblems(problems: LocaleSyncStatus['problems'], open: (place: string) => void): void {
  const rows = problems.map((problem) => {
    const { code, severity, file, line, column, locale, key, message } = problem;
    const place = make('td', undefined, 'text');
    if (file !== undefined) {
      const shown = `${file}:${line ?? 1}:${column ?? 1}`;
      const button = make('button', shown);
      button.addEventListener('click', () => open(shown));
      place.append(button);
    }
    const name = make('td', code, severity);
    return row([name, locale ?? '', textCell(key ?? ''), place, textCell(message)]);
  });
  element('problems').replaceChildren(...rows);
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the panel has no #${id}`);
  return found;
}

function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  text = '',
  className = '',
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  made.textContent = pageText(text);
  made.className = className;
  return made;
}

function row(cells: readonly (string | HTMLElement)[]): HTMLElement {
  const made = make('tr');
  made.append(...cells.map((cell) => (typeof cell === 'string' ? make('td', cell) : cell)));
  return made;
}

function textCell(text: string): HTMLElement {
  return make('td', text, 'text');
}

document.getElementById('extract')?.addEventListener('click', () => {
  // The header proves that this page sends the request, not another site.
  const request = { method: 'POST', headers: { 'x-locale-sync': 'extract' } };
  void fetch(`${base}${PANEL}/extract`, request);
});

const loading = import(/* @vite-ignore */ `${base}/@vite/client`) as Promise<ViteClient>;
// A click may come before the client is there.
element('edit').addEventListener('click', () => {
  void loading.then((client) => client.createHotContext(PANEL).send('locale-sync:edit', true));
});
const hot = (await loading).createHotContext(PANEL);
hot.on('locale-sync:status', () => void load());
// The panel follows catalogs itself, so the server must not reload it for each change.
hot.send('locale-sync:listening', {});
await load();
