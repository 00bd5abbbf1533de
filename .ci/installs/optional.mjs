// What is optional is found from the project: spelling and grammar of the embedded service.
import { startService } from 'locale-sync/service';

const service = await startService({});
const response = await fetch(`${service.url}/v2/write/rephrase`, {
  method: 'POST',
  signal: AbortSignal.timeout(60_000),
  headers: {
    'content-type': 'application/json',
    authorization: `Service-Auth-Key ${service.keys.developer}`,
  },
  body: JSON.stringify({ text: ['This is an apple and anothre one.'], target_lang: 'en-US' }),
});
const answer = await response.text();
if (!answer.includes('another')) throw new Error(`${response.status}: ${answer}`);
process.exit(0);
