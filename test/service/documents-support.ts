import { strToU8, unzipSync, zipSync } from 'fflate';
import { setTimeout as wait } from 'node:timers/promises';
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

const authorization = ({ keys }: RunningService) => `Service-Auth-Key ${keys.developer}`;

export async function upload(
  service: RunningService,
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

export async function ask(service: RunningService, path: string, key: string): Promise<Response> {
  return fetch(`${service.url}/v2/document/${path}`, {
    method: 'POST',
    body: JSON.stringify({ document_key: key }),
    headers: { authorization: authorization(service), 'content-type': 'application/json' },
  });
}

/** The status once it is `done` or `error`. */
export async function finished(service: RunningService, handle: Handle): Promise<Status> {
  for (;;) {
    const response = await ask(service, handle.document_id, handle.document_key);
    const status = (await response.json()) as Status;
    if (status.status !== 'queued' && status.status !== 'translating') return status;
    await wait(10);
  }
}

export async function download(service: RunningService, handle: Handle): Promise<Response> {
  return ask(service, `${handle.document_id}/result`, handle.document_key);
}

/** Uploads, waits and downloads. */
export async function translated(
  service: RunningService,
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
