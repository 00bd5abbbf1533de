// The least that any tool has to do: reads the source texts of the project in the current folder,
// sends each distinct one for every target, in full batches over persistent connections, and
// discards the answers.
const { readdirSync, readFileSync } = require('node:fs');
const http = require('node:http');
const { join } = require('node:path');

const { BENCH_SERVICE, BENCH_KEY, BENCH_TARGETS, BENCH_CONCURRENCY } = process.env;
const BATCH = 50;

const texts = new Set();
const collect = (value) => {
  if (typeof value === 'string') texts.add(value);
  else for (const inner of Object.values(value)) collect(inner);
};
const source = join('locales', 'en');
for (const name of readdirSync(source)) collect(JSON.parse(readFileSync(join(source, name))));

const bodies = [];
for (const target of BENCH_TARGETS.split(',')) {
  const all = [...texts];
  while (all.length > 0) {
    bodies.push(JSON.stringify({ target_lang: target, text: all.splice(0, BATCH) }));
  }
}

const agent = new http.Agent({ keepAlive: true });
const send = (body) =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Service-Auth-Key ${BENCH_KEY}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    http
      .request(`${BENCH_SERVICE}/v2/translate`, { method: 'POST', agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      })
      .on('error', reject)
      .end(body);
  });

const sender = async () => {
  for (let body = bodies.shift(); body !== undefined; body = bodies.shift()) await send(body);
};
void Promise.all(Array.from({ length: Number(BENCH_CONCURRENCY) }, sender)).then(() =>
  agent.destroy(),
);
