import type { FastifyInstance } from 'fastify';
import { endpoints, keyScheme, type Endpoint } from '../../api/index.js';
import type { CounterBook, Counters } from '../counters.js';
import { openApiDocument } from './openapi.js';

const rows = Object.values<Endpoint>(endpoints)
  .map(
    ({ method, path, summary }) =>
      `<tr><td>${method}</td><td><code>${path}</code></td><td>${summary}</td></tr>`,
  )
  .join('\n');

function counterItems(counters: Counters): string {
  const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return Object.entries(counters)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => `<dt>${spaced(name)}</dt><dd>${String(value)}</dd>`)
    .join('\n');
}

function startPage(counters: Counters): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>locale-sync service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:1rem/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}td{padding:.1rem .8rem .1rem 0;vertical-align:top}
dl{display:grid;grid-template-columns:max-content auto;gap:0 1rem}dd{margin:0}</style></head><body>
<h1>locale-sync service</h1>
<p>Send <code>Authorization: ${keyScheme} &lt;key&gt;</code>. Description: <a href="/openapi.json">openapi.json</a></p>
<h2>Since the start</h2><dl>
${counterItems(counters)}
</dl>
<h2>Endpoints</h2><table>
${rows}
</table></body></html>
`;
}

/** `/` for people, `/openapi.json` for tools. */
export function registerPages(app: FastifyInstance, counters: CounterBook): void {
  let description: string | undefined;
  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(startPage(counters.read())),
  );
  app.get('/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(openApiDocument());
    return reply.type('application/json').send(description);
  });
}
