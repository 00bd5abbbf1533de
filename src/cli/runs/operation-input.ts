import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { OperationFacts, OperationField } from '../../api/facts/operation.js';
import type { FileSource } from '../../client/index.js';
import type { OperationInput } from '../../client/operations.js';
import { readRegularFile } from '../../disk/regular-file.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { CallError } from './service-failure.js';

/** Flags of an operation: its fields by attribute name, and the common flags. */
export interface OperationFlags extends Readonly<Record<string, unknown>> {
  readonly cwd?: string;
  readonly file?: string;
  readonly body?: string;
  readonly url?: string;
  readonly signature?: string;
}

/** The input of an operation from its flags. @throws CallError */
export async function inputOf(
  operation: OperationFacts,
  flags: OperationFlags,
  io: Pick<Io, 'cwd' | 'stdin'>,
): Promise<OperationInput> {
  const reader = new Reader(io, flags.cwd);
  const values: Given[] = [];
  for (const field of operation.fields) {
    const value = flags[attributeOf(field.name)];
    if (value !== undefined) values.push({ field, value: await reader.value(value, field) });
  }
  const { sends } = operation;
  const isFile = sends === 'file' || sends === 'file-and-fields';
  const at = (place: OperationField['place']): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      values.flatMap(({ field, value }) => (field.place === place ? [[field.name, value]] : [])),
    );
  const body = isFile ? undefined : await reader.body(flags);
  const own = at('body');
  const url = flags.url;
  return {
    params: at('path') as Readonly<Record<string, string>>,
    query: at('query'),
    body: sends === 'nothing' || sends === 'file' ? undefined : withFields(body, own),
    file: isFile ? await reader.file(flags.file, own['filename']) : undefined,
    url,
    signature: flags.signature,
    secrets: [
      ...values.flatMap(({ field, value }) => (field.secret === true ? [String(value)] : [])),
      ...(url === undefined ? [] : [url]),
    ],
  };
}

interface Given {
  readonly field: OperationField;
  readonly value: unknown;
}

/** `source_lang` as commander stores it: `sourceLang`. */
function attributeOf(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function withFields(body: unknown, own: Readonly<Record<string, unknown>>): unknown {
  if (body === undefined) return own;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isObject) return { ...body, ...own };
  throw new CallError('The body must be a JSON object.');
}

/** Reads files and stdin that flags name. Stdin is read only once. */
class Reader {
  readonly #io: Pick<Io, 'cwd' | 'stdin'>;
  readonly #cwd: string | undefined;
  #taken = false;

  constructor(io: Pick<Io, 'cwd' | 'stdin'>, cwd: string | undefined) {
    this.#io = io;
    this.#cwd = cwd;
  }

  async value(value: unknown, field: OperationField): Promise<unknown> {
    if (Array.isArray(value)) {
      const all: unknown[] = [];
      for (const one of value) all.push(await this.value(one, field));
      return all;
    }
    if (field.nullable === true && value === 'null') return null;
    if (typeof value !== 'string' || (field.type !== 'text' && field.type !== 'json')) return value;
    const text = await this.#text(value, field);
    return field.type === 'json' ? parseJson(text, flagName(field)) : text;
  }

  async body({ file, body }: OperationFlags): Promise<unknown> {
    if (file === undefined && body === undefined) return undefined;
    if (file !== undefined && body !== undefined) {
      throw new CallError('--file and --body both set the body. Use only one of them.');
    }
    const flag = body === undefined ? '--file' : '--body';
    const path = body?.startsWith('@') === true ? body.slice(1) : file;
    const text = path === undefined ? body : decode(await this.#bytes(path, flag), flag);
    return parseJson(text ?? '', flag);
  }

  async file(path: string | undefined, name: unknown): Promise<FileSource> {
    if (path === undefined)
      throw new CallError('--file is missing. Give the file to send, or - for stdin.');
    const given = typeof name === 'string' ? name : undefined;
    if (path !== '-') {
      const file = resolve(folderOf(this.#io, this.#cwd), path);
      // Sent in pieces: audio may be too large for memory.
      if (given === undefined && existsSync(file)) return file;
      return { name: given ?? basename(path), content: await this.#bytes(path, '--file') };
    }
    return { name: given ?? 'stdin', content: await this.#bytes('-', '--file') };
  }

  /** `@file` means its content; `@@` is a literal `@`. */
  async #text(value: string, field: OperationField): Promise<string> {
    if (!value.startsWith('@')) return value;
    if (value.startsWith('@@')) return value.slice(1);
    const flag = flagName(field);
    const text = decode(await this.#bytes(value.slice(1), flag), flag);
    // The newline at the end of a key's file is never part of the key.
    return field.secret === true ? text.trim() : text;
  }

  async #bytes(path: string, flag: string): Promise<Uint8Array> {
    if (path === '-') {
      if (this.#taken) throw new CallError(`${flag}: stdin can only be read once.`);
      this.#taken = true;
      return this.#io.stdin();
    }
    try {
      return readRegularFile(resolve(folderOf(this.#io, this.#cwd), path));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unknown reason';
      throw new CallError(`${flag}: the file cannot be read: ${reason}`, { cause });
    }
  }
}

function flagName({ name }: OperationField): string {
  return `--${name.replaceAll('_', '-')}`;
}

function decode(bytes: Uint8Array, flag: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CallError(`${flag}: the file is not UTF-8.`, { cause });
  }
}

function parseJson(text: string, flag: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new CallError(`${flag} is not JSON.`, { cause });
  }
}
