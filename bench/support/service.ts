import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { FaultInput } from '../../src/service/index.js';

export const KEY = 'bench-key';
const ADMIN_KEY = 'bench-admin-key';

/** The service's counters. */
export interface Asked {
  readonly requests: number;
  readonly texts: number;
  readonly characters: number;
  /** Number of these requests that were refused. */
  readonly refused: number;
}

export interface BenchService {
  readonly url: string;
  /** Counters of the benchmark. */
  asked(): Promise<Asked>;
  close(): Promise<void>;
}

/** Requests, five at once, that warm up a service before it is measured. */
const WARM_UP = 50;

/**
 * The embedded service in a separate process.
 * @param faults faults to simulate, or milliseconds added to every answer
 */
export async function openService(
  cli: string,
  faults: number | readonly FaultInput[],
): Promise<BenchService> {
  const args = ['service', '--engine', 'pseudo', '--quiet', '--control', '--key', KEY];
  const child = spawn(
    process.execPath,
    [cli, ...args, '--admin-key', ADMIN_KEY, '--scheme', 'DeepL-Auth-Key'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value } = (await lines.next()) as { value?: string };
  const url = value?.replace('listening on ', '');
  if (url === undefined) throw new Error('The service did not start');
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${url}/_control/${path}`, {
      ...init,
      headers: {
        authorization: `Service-Auth-Key ${ADMIN_KEY}`,
        'content-type': 'application/json',
      },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const rules: readonly FaultInput[] =
    typeof faults === 'number' ? [{ fault: 'latency', milliseconds: faults }] : faults;
  await warmUp(url);
  const asked = async (): Promise<Asked> => {
    const counters = (await (await call('counters')).json()) as Asked & {
      readonly requestsByPath: Readonly<Record<string, number>>;
    };
    const { texts, characters, refused, requestsByPath } = counters;
    const requests = Object.entries(requestsByPath)
      .filter(([path]) => !path.startsWith('/_control'))
      .reduce((sum, [, count]) => sum + count, 0);
    return { requests, texts, characters, refused };
  };
  const before = await asked();
  await call('faults', { method: 'POST', body: JSON.stringify({ faults: rules }) });
  return {
    url,
    asked: async () => {
      const { requests, texts, characters, refused } = await asked();
      return {
        requests: requests - before.requests,
        texts: texts - before.texts,
        characters: characters - before.characters,
        refused: refused - before.refused,
      };
    },
    close: async () => {
      const closed = once(child, 'close');
      child.kill();
      await closed;
    },
  };
}

async function warmUp(url: string): Promise<void> {
  for (let sent = 0; sent < WARM_UP; sent += 5) {
    await Promise.all(Array.from({ length: 5 }, (_, i) => translate(url, sent + i)));
  }
}

/** 50 texts that occur in no scenario. */
async function translate(url: string, request: number): Promise<void> {
  const text = Array.from({ length: 50 }, (_, i) => `Before the benchmark ${request}/${i}`);
  const response = await fetch(`${url}/v2/translate`, {
    method: 'POST',
    headers: { authorization: `DeepL-Auth-Key ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ target_lang: 'DE', text }),
  });
  if (!response.ok) throw new Error(`translate: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}
