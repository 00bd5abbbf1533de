import { strToU8, unzipSync, zipSync } from 'fflate';
import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach } from 'vitest';
import type { RunningService } from '../../src/service/index.js';

export interface Handle {
  readonly document_id: string;
  readonly document_key: string;
}

export interface Status {
  readonly document_id: string;
  readonly status: string;
  readonly seconds_remaining?: number;
  readonly billed_characters?: number;
  readonly message?: string;
  readonly error_message?: string;
}

type Fields = Readonly<Record<string, string>>;

export interface Uploaded {
  readonly status: number;
  readonly json: Handle & { readonly message: string };
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/**
 * Address of a chat-completions server. With one that never answers, documents stay `translating`.
 */
export async function engineThat(behaviour: 'never answers' | 'fails'): Promise<string> {
  const server = createServer((_, response) => {
    if (behaviour === 'fails') response.writeHead(400).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The address and keys of a service. */
type Reached = Pick<RunningService, 'url' | 'keys'>;

const authorization = ({ keys }: Reached) => `Service-Auth-Key ${keys.developer}`;

export async function upload(
  service: Reached,
  file: { readonly name: string; readonly content: string | Uint8Array } | undefined,
  fields: Fields,
): Promise<Uploaded> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== undefined) {
    const content = typeof file.content === 'string' ? strToU8(file.content) : file.content;
    form.append('file', new Blob([new Uint8Array(content)]), file.name);
  }
  const response = await fetch(`${service.url}/v2/document`, {
    method: 'POST',
    body: form,
    headers: { authorization: authorization(service) },
  });
  return { status: response.status, json: (await response.json()) as Uploaded['json'] };
}

export async function ask(service: Reached, path: string, key: string): Promise<Response> {
  return fetch(`${service.url}/v2/document/${path}`, {
    method: 'POST',
    body: JSON.stringify({ document_key: key }),
    headers: { authorization: authorization(service), 'content-type': 'application/json' },
  });
}

/** The status once it is `done` or `error`. */
export async function finished(service: Reached, handle: Handle): Promise<Status> {
  for (;;) {
    const response = await ask(service, handle.document_id, handle.document_key);
    const status = (await response.json()) as Status;
    if (status.status !== 'queued' && status.status !== 'translating') return status;
    await wait(10);
  }
}

export async function download(service: Reached, handle: Handle): Promise<Response> {
  return ask(service, `${handle.document_id}/result`, handle.document_key);
}

/** Uploads, waits and downloads. */
export async function translated(
  service: Reached,
  file: { readonly name: string; readonly content: string | Uint8Array },
  fields: Fields,
): Promise<Uint8Array> {
  const { json, status } = await upload(service, file, fields);
  if (status !== 200) throw new Error(`upload: ${json.message}`);
  const end = await finished(service, json);
  if (end.status !== 'done') throw new Error(end.message);
  return new Uint8Array(await (await download(service, json)).arrayBuffer());
}

export function zip(parts: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  );
}

export function unzip(content: Uint8Array): Readonly<Record<string, string>> {
  const entries = Object.entries(unzipSync(content));
  return Object.fromEntries(entries.map(([name, data]) => [name, new TextDecoder().decode(data)]));
}

/** Replaces accented letters by the originals: `[de Ĥéé]` → `Hee`. */
export function plain(text: string): string {
  const strokes: Readonly<Record<string, string>> = { đ: 'd', ħ: 'h', ł: 'l', ŧ: 't', ø: 'o' };
  return text
    .replace(/[đħłŧøĐĦŁŦØ]/g, (letter) => {
      const base = strokes[letter.toLowerCase()] ?? letter;
      return letter === letter.toLowerCase() ? base : base.toUpperCase();
    })
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

/** Whether commands are installed. Tests that need them report that they were skipped. */
export function isInstalled(...commands: readonly string[]): boolean {
  const missing = commands.filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length > 0) console.info(`did not run: ${missing.join(', ')} not installed`);
  return missing.length === 0;
}

/** Runs something as if no program were installed. */
export async function withoutPrograms<T>(work: () => Promise<T>): Promise<T> {
  const { PATH = '' } = process.env;
  process.env['PATH'] = '/nonexistent';
  try {
    return await work();
  } finally {
    process.env['PATH'] = PATH;
  }
}
