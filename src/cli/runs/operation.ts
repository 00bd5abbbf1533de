import { accessSync, constants, statSync, existsSync, createWriteStream, promises } from 'node:fs';
import { dirname, resolve, basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readRegularFile, systemFailure } from '../../disk/index.js';
import type { OperationFacts, OperationField } from '../../facts/index.js';
import { limits } from '../../facts/index.js';
import { inputIssues, openOperations, ServiceError } from '../../client/index.js';
import { issueMessage } from '../../api/index.js';
import type {
  OperationAnswer,
  OperationInput,
  Operations,
  CallOptions,
  FileSource,
  DownloadedFile,
} from '../../client/index.js';
import { TranslatorError, jsonText } from '../../model/index.js';
import { answerText } from '../../people/index.js';
import { EXIT } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { asAdmin, openConnection } from './connection.js';
import type { Connection } from './connection.js';
import { CallError, printServiceFailure } from './service-failure.js';

/** Flags of an operation: its fields by attribute name, and those that all have. */
interface OperationFlags extends CommonFlags, Readonly<Record<string, unknown>> {
  readonly file?: string;
  readonly body?: string;
  readonly url?: string;
  readonly signature?: string;
  readonly out?: string;
}

/** `api`: runs one operation of the interface. Returns the exit code. */
export async function runOperation(
  io: Io,
  operation: OperationFacts,
  given: Readonly<Record<string, unknown>>,
): Promise<number> {
  const flags = given as OperationFlags;
  let connection: Connection | undefined;
  const isAdmin = operation.auth === 'admin';
  try {
    const out = outFile(io, operation, flags);
    const input = await inputOf(operation, flags, io);
    requireSound(operation, input);
    connection = await openConnection(io, flags);
    const client = openOperations(connection.options);
    try {
      const answer = await call(client, operation, { input, log: logOf(io, flags) });
      await printAnswer(io, flags, { operation, answer, out });
      return EXIT.ok;
    } finally {
      await client.close();
    }
  } catch (error) {
    const sources = connection?.sources;
    return printServiceFailure(io, operation.auth === 'signature' ? ofAddress(error) : error, {
      flags,
      sources: sources !== undefined && isAdmin ? asAdmin(sources) : sources,
    });
  } finally {
    await connection?.close();
  }
}

/** The input of an operation from its flags. @throws CallError */
async function inputOf(
  operation: OperationFacts,
  flags: OperationFlags,
  io: Io,
): Promise<OperationInput> {
  const reader = new Reader(io, flags.cwd);
  const values: { readonly field: OperationField; readonly value: unknown }[] = [];
  for (const field of operation.fields) {
    // `source_lang` as commander stores it: `sourceLang`.
    const name = field.name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const value = flags[name];
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

function withFields(body: unknown, own: Readonly<Record<string, unknown>>): unknown {
  if (body === undefined) return own;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isObject) return { ...body, ...own };
  throw new CallError('The body must be a JSON object.');
}

/** Reads files and stdin that flags name. Stdin is read only once. */
class Reader {
  readonly #io: Io;
  readonly #folder: string;
  #taken = false;

  constructor(io: Io, cwd: string | undefined) {
    this.#io = io;
    this.#folder = folderOf(io, cwd);
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
      const file = resolve(this.#folder, path);
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
      return readRegularFile(resolve(this.#folder, path));
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

/** Converts an error about an address that the service gave for a file. */
function ofAddress(error: unknown): unknown {
  if (!(error instanceof ServiceError) || !ADDRESS_CODES.includes(error.code)) return error;
  const { message, status, requestId } = error;
  const options = { hint: ADDRESS_HINT, status, requestId, cause: error };
  return new TranslatorError(error.code === 'network' ? 'network' : 'rejected', message, options);
}

const ADDRESS_CODES: readonly string[] = ['forbidden', 'not-found', 'network'];
const ADDRESS_HINT =
  'Get --url and --signature of this file from a new response of the job. They are valid for 5 minutes for an upload, and for an hour after it for a download.';

/** Refuses calls that the service would refuse, before anything is sent. */
function requireSound({ name, fields, auth }: OperationFacts, input: OperationInput): void {
  const ids = fields.filter(({ place }) => place === 'path').map((field) => field.name);
  const missing = ids.find((id) => (input.params[id] ?? '') === '');
  if (missing !== undefined && input.url === undefined) {
    const wanted = auth === 'signature' ? 'url' : missing;
    const hint = `Set --${wanted.replaceAll('_', '-')}.`;
    throw new CallError(`Parameter '${wanted}' is missing.`, { hint });
  }
  const [issue] = inputIssues(name, input);
  if (issue === undefined) return;
  const flag = `--${issue.parameter.replace(/[.[].*$/s, '').replaceAll('_', '-')}`;
  throw new CallError(`${issueMessage(issue)}.`, {
    hint: issue.parameter === '' ? undefined : `Set ${flag}.`,
  });
}

/** Checks the output file first: a response that can be fetched only once must not be lost. */
function outFile(io: Io, { answers }: OperationFacts, flags: OperationFlags): string | undefined {
  if (flags.out === undefined) {
    if (answers !== 'file') return undefined;
    if (flags.json === true)
      throw new CallError('With --json, say where to write the file: --out FILE.');
    // Its content could control the terminal.
    if (io.stdoutIsTerminal) throw new CallError('Say where to write the response: --out FILE.');
    return undefined;
  }
  const path = resolve(folderOf(io, flags.cwd), flags.out);
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      throw new Error('it is a folder');
    }
    accessSync(dirname(path), constants.W_OK);
  } catch (cause) {
    const { why, advice: hint } = systemFailure(cause);
    throw new CallError(`--out cannot be written: ${why}`, { hint: `${hint}.`, cause });
  }
  return path;
}

/** Logs one line per response, without values, which may be secrets. */
function logOf({ signal, stderr }: Io, { verbose }: CommonFlags): CallOptions {
  if (verbose !== true) return { signal };
  return {
    signal,
    onAnswer: ({ operation, status, requestId }) => {
      const request = requestId === undefined ? '' : ` request ${requestId}`;
      stderr(`${operation} ${status}${request}\n`);
    },
    onRetry: ({ operation, kind, delay }) =>
      stderr(`${operation}: ${kind}, trying again in ${delay} ms\n`),
  };
}

/** One request, or all pages of a list if no page was given. */
async function call(
  client: Operations,
  { name, paged }: OperationFacts,
  { input, log }: { readonly input: OperationInput; readonly log: CallOptions },
): Promise<OperationAnswer> {
  if (paged === undefined || input.query['page'] !== undefined)
    return client.call(name, input, log);
  const size = Number(input.query['page_size'] ?? limits.styleRules.pageSizeMax);
  const items: unknown[] = [];
  let last = '';
  for (let page = 0; ; page += 1) {
    const query = { ...input.query, page, page_size: size };
    const answer = await client.call(name, { ...input, query }, log);
    if (answer.kind !== 'data') return answer;
    const value = answer.value as Readonly<Record<string, unknown>>;
    const list = value[paged];
    const found: readonly unknown[] = Array.isArray(list) ? list : [];
    const first = JSON.stringify(found[0]);
    const isRepeated = found.length > 0 && first === last;
    if (!isRepeated) items.push(...found);
    if (isRepeated || found.length < size)
      return { kind: 'data', value: { ...value, [paged]: items } };
    last = first;
  }
}

interface Printed {
  readonly operation: OperationFacts;
  readonly answer: OperationAnswer;
  readonly out: string | undefined;
}

async function printAnswer(
  io: Io,
  flags: OperationFlags,
  { operation, answer, out }: Printed,
): Promise<void> {
  const isQuiet = flags.quiet === true || flags.json === true;
  const note = (text: string): void => (isQuiet ? undefined : io.stderr(`${text}\n`));
  if (answer.kind === 'file') {
    const file = await writeAnswer(io, answer.file, out);
    if (flags.json === true) io.stdout(`${jsonText({ ok: true, file, error: null })}\n`);
    else if (out !== undefined) note(`${file.bytes} bytes written to ${flags.out ?? ''}.`);
    return;
  }
  const value = answer.kind === 'data' ? answer.value : null;
  const text =
    flags.json === true
      ? `${jsonText({ ok: true, answer: value, error: null })}\n`
      : answer.kind === 'data'
        ? answerText(value)
        : '';
  const secrets = secretsOf(operation, value);
  if (out === undefined) io.stdout(text);
  else {
    // Whoever can read the file can use the secrets in it.
    const bytes = Buffer.from(flags.json === true ? text : `${JSON.stringify(value, null, 2)}\n`);
    await writeAnswer(io, bytes, out, secrets.length > 0 ? 0o600 : undefined);
    note(`Written to ${flags.out ?? ''}.`);
  }
  if (answer.kind === 'nothing') note('Done.');
  if (secrets.length > 0)
    note(`Save ${secrets.join(' and ')}: the service does not show it again.`);
}

/**
 * Writes a response to a file as a whole, or to stdout in pieces. Returns the absolute path of the
 * file, or null for stdout.
 * @param mode permissions of a new file; default: the system's
 * @throws CallError, ServiceError
 */
async function writeAnswer(
  io: Io,
  answer: DownloadedFile | Uint8Array,
  path: string | undefined,
  mode = 0o666,
) {
  const isFile = !(answer instanceof Uint8Array);
  const contentType = isFile ? (answer.contentType ?? null) : null;
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of isFile ? answer.stream : [answer]) {
      bytes += (piece as Uint8Array).length;
      yield piece as Uint8Array;
    }
  }
  if (path === undefined) {
    for await (const piece of counted()) await io.raw(piece);
    return { path: null, bytes, contentType };
  }
  const part = `${path}.${crypto.randomUUID()}.part`;
  try {
    await pipeline(Readable.from(counted()), createWriteStream(part, { flags: 'wx', mode }));
    await promises.rename(part, path);
  } catch (cause) {
    await promises.rm(part, { force: true });
    if (!(cause instanceof Error) || !('syscall' in cause)) throw cause;
    const { why, advice: hint } = systemFailure(cause);
    throw new CallError(`--out cannot be written: ${why}`, { hint: `${hint}.`, cause });
  }
  return { path, bytes, contentType };
}

function secretsOf({ secrets = [], method }: OperationFacts, value: unknown): readonly string[] {
  if (method === 'GET' || typeof value !== 'object' || value === null) return [];
  return secrets.filter((name) => (value as Readonly<Record<string, unknown>>)[name] !== undefined);
}
