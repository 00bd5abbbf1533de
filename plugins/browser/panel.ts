import type { ViteHotContext } from 'vite/types/hot.js';
import type { PanelStatus } from '../core/status.js';
import { showKeys, showLocales, showProblems, showState } from './panel-view.js';

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

document.getElementById('extract')?.addEventListener('click', () => {
  // The header proves that this page sends the request, not another site.
  const request = { method: 'POST', headers: { 'x-locale-sync': 'extract' } };
  void fetch(`${base}${PANEL}/extract`, request);
});

const client = (await import(/* @vite-ignore */ `${base}/@vite/client`)) as ViteClient;
const hot = client.createHotContext(PANEL);
hot.on('locale-sync:status', () => void load());
// The panel follows catalogs itself, so the server must not reload it for each change.
hot.send('locale-sync:listening', {});
await load();
