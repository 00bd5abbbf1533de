/** The dev panel: one page without dependencies. `%BASE%` is the server's base path. Texts are set, never parsed. */
export const PANEL_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>locale-sync</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem; }
  th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid #8884; }
  th:first-child, td:first-child { text-align: left; }
  td.text { text-align: left; overflow-wrap: anywhere; }
  meter { width: 12rem; }
  button { font: inherit; background: none; border: 0; padding: 0; color: LinkText; cursor: pointer; text-align: left; text-decoration: underline; }
  /* The page itself says what is open; the overlay of the dev server would only cover it. */
  vite-error-overlay { display: none; }
  .error { color: #c22; } .warning { color: #a70; }
</style>
<h1>locale-sync</h1>
<p id="state" role="status">Looking …</p>
<table id="locales"></table>
<table id="problems"></table>
<h2>Keys in code</h2>
<p><button id="extract">Look for keys in code</button> <span id="extracted" role="status"></span></p>
<table id="unused"></table>
<script type="module">
  import { createHotContext } from '%BASE%/@vite/client';
  const names = ['units', 'current', 'edited', 'review', 'stale', 'missing', 'invalid'];
  const make = (tag, text, name) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (name) element.className = name;
    return element;
  };
  const row = (cells) => { const tr = make('tr'); tr.append(...cells); return tr; };
  const showKeys = (extraction) => {
    if (!extraction) return;
    const { added, empty, unused, error } = extraction;
    document.getElementById('extracted').textContent = error ? error.message + ' ' + (error.hint ?? '') :
      added.length + ' added, ' + empty.length + ' of them without text; ' + unused.length + ' not in code';
    document.getElementById('unused').replaceChildren(...unused.map(({ file, key }) =>
      row([make('td', 'not in code'), make('td', key, 'text'), make('td', file, 'text')])));
  };
  document.getElementById('extract').onclick = () =>
    fetch('%BASE%/__locale-sync/extract', { method: 'POST', headers: { 'x-locale-sync': 'extract' } });
  const show = ({ ok, pending, locales, problems, error, root, extraction }) => {
    showKeys(extraction);
    const state = document.getElementById('state');
    state.textContent = pending ? 'Looking …' : error ? error.message : ok ? 'Everything is translated.' : 'Something is open.';
    state.className = error ? 'error' : '';
    const rows = Object.entries(locales).map(([locale, counts]) => {
      const meter = make('meter');
      meter.max = Math.max(1, counts.units);
      meter.value = counts.current + counts.edited;
      const bar = make('td');
      bar.append(meter);
      return row([make('td', locale), bar, ...names.map((name) => make('td', String(counts[name])))]);
    });
    document.getElementById('locales').replaceChildren(
      row(['locale', 'coverage', ...names].map((name) => make('th', name))), ...rows);
    const list = problems.map(({ code, severity, file, line, column, locale, key, message }) => {
      const place = make('td', undefined, 'text');
      if (file) {
        const shown = file + ':' + (line ?? 1) + ':' + (column ?? 1);
        const open = make('button', shown);
        open.onclick = () => fetch('%BASE%/__open-in-editor?file=' + encodeURIComponent(root + '/' + shown));
        place.append(open);
      }
      return row([make('td', code, severity), make('td', locale ?? ''), make('td', key ?? '', 'text'), place, make('td', message, 'text')]);
    });
    document.getElementById('problems').replaceChildren(...list);
  };
  const load = async () => show(await (await fetch('%BASE%/__locale-sync/status.json')).json());
  const hot = createHotContext('/__locale-sync');
  hot.on('locale-sync:status', load);
  // The panel takes what is new itself, too: it is not to be loaded anew with every catalog.
  hot.send('locale-sync:listening', {});
  await load();
</script>
</html>
`;
