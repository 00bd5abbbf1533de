import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemFailure } from '../../disk/system-error.js';
import type { OperationFacts } from '../../api/facts/operation.js';
import { limits } from '../../api/facts/limits.js';
import { inputIssues, issueMessage, openOperations } from '../../client/operations.js';
import type { OperationAnswer, OperationInput, Operations } from '../../client/operations.js';
import { ServiceError } from '../../client/errors.js';
import type { CallOptions } from '../../client/index.js';
import { TranslatorError } from '../../model/index.js';
import { answerText } from '../../report/index.js';
import { jsonText } from '../../sinks/json.js';
import { EXIT } from '../exit-code.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { asAdmin, openConnection } from './connection.js';
import type { Connection } from './connection.js';
import { inputOf } from './operation-input.js';
import type { OperationFlags } from './operation-input.js';
import { CallError, printServiceFailure } from './service-failure.js';
import { writeAnswer } from './write-answer.js';

export interface CallFlags extends OperationFlags {
  readonly config?: string;
  readonly out?: string;
  readonly json?: true;
  readonly quiet?: true;
  readonly verbose?: true;
}

/** `api`: runs one operation of the interface. Returns the exit code. */
export async function runOperation(
  io: Io,
  operation: OperationFacts,
  given: Readonly<Record<string, unknown>>,
): Promise<number> {
  const flags = given as CallFlags;
  let connection: Connection | undefined;
  const isAdmin = operation.auth === 'admin';
  try {
    const out = outFile(io, operation, flags);
    const input = await inputOf(operation, flags, io);
    requireSound(operation, input);
    connection = await openConnection(io, flags);
    const client = openOperations(connection.options);
    try {
      const answer = await call(client, { operation, input, log: logOf(io, flags) });
      await printAnswer(io, { operation, answer, out, flags });
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
function outFile(io: Io, { answers }: OperationFacts, flags: CallFlags): string | undefined {
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
function logOf(io: Io, { verbose }: CallFlags): CallOptions {
  const say = (line: string): void => io.stderr(`${line}\n`);
  return {
    signal: io.signal,
    ...(verbose !== true
      ? {}
      : {
          onAnswer: ({ operation, status, requestId }) =>
            say(`${operation} ${status}${requestId === undefined ? '' : ` request ${requestId}`}`),
          onRetry: ({ operation, kind, delay }) =>
            say(`${operation}: ${kind}, trying again in ${delay} ms`),
        }),
  };
}

interface Called {
  readonly operation: OperationFacts;
  readonly input: OperationInput;
  readonly log: CallOptions;
}

/** One request, or all pages of a list if no page was given. */
async function call(
  client: Operations,
  { operation, input, log }: Called,
): Promise<OperationAnswer> {
  const { name, paged } = operation;
  if (paged === undefined || input.query['page'] !== undefined)
    return client.call(name, input, log);
  const size = Number(input.query['page_size'] ?? limits.styleRules.pageSizeMax);
  const items: unknown[] = [];
  let last = '';
  for (let page = 0; ; page += 1) {
    const query = { ...input.query, page, page_size: size };
    const answer = await client.call(name, { ...input, query }, log);
    const found = listIn(answer, paged);
    const first = JSON.stringify(found[0]);
    const isRepeated = found.length > 0 && first === last;
    if (!isRepeated) items.push(...found);
    if (isRepeated || found.length < size) return withList(answer, paged, items);
    last = first;
  }
}

function listIn(answer: OperationAnswer, name: string): readonly unknown[] {
  if (answer.kind !== 'data') return [];
  const list = (answer.value as Readonly<Record<string, unknown>>)[name];
  return Array.isArray(list) ? list : [];
}

function withList(
  answer: OperationAnswer,
  name: string,
  items: readonly unknown[],
): OperationAnswer {
  if (answer.kind !== 'data') return answer;
  return { kind: 'data', value: { ...(answer.value as object), [name]: items } };
}

interface Printed {
  readonly operation: OperationFacts;
  readonly answer: OperationAnswer;
  readonly out: string | undefined;
  readonly flags: CallFlags;
}

async function printAnswer(io: Io, { operation, answer, out, flags }: Printed): Promise<void> {
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

function secretsOf({ secrets = [], method }: OperationFacts, value: unknown): readonly string[] {
  if (method === 'GET' || typeof value !== 'object' || value === null) return [];
  return secrets.filter((name) => (value as Readonly<Record<string, unknown>>)[name] !== undefined);
}
