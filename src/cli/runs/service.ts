import { resolve } from 'node:path';
import type { ServiceOptions, LimitNotice, RequestLog, Engine } from '../../service/index.js';
import { EXIT } from '../exit-code.js';
import { aborted } from '../io.js';
import type { Io } from '../io.js';
import { keepSecrets, oneLine } from '../../model/index.js';
import { isWord } from '../flags.js';
import { plural } from '../print.js';

export interface ServiceFlags {
  readonly port: number;
  readonly host: string;
  readonly data?: string;
  /** Name of an engine, or path of a module. */
  readonly engine: string;
  readonly key?: readonly string[];
  readonly adminKey?: readonly string[];
  readonly scheme?: string;
  readonly memories?: readonly string[];
  readonly openaiUrl?: string;
  readonly openaiModel?: string;
  readonly libretranslateUrl?: string;
  readonly control?: string | true;
  readonly quiet?: true;
}

/** `service`, until it is interrupted. Returns the exit code. */
export async function runService(io: Io, flags: ServiceFlags): Promise<number> {
  const options = optionsOf(io, flags);
  const problem = problemOf(options);
  if (problem !== undefined) {
    io.stderr(`error: ${problem}\n`);
    return EXIT.usage;
  }
  const { loadCustomBackend, startService } = await import('../../service/index.js');
  try {
    const { engine } = flags;
    const isModule = /\.[cm]?js$/.test(engine);
    const own = isModule ? { engine: await loadCustomBackend(resolve(io.cwd, engine)) } : {};
    const starting = startService({ ...options, ...own, warm: true });
    const service = await Promise.race([starting, aborted(io.signal)]);
    if (service === undefined) return EXIT.ok;
    const { developer, admin } = service.keys;
    const made = hasKeys(options) ? '' : `developer key ${developer}\nadmin key ${admin}\n`;
    io.stdout(`listening on ${service.url}\n${made}`);
    if (service.warning !== undefined) io.stderr(`${service.warning}\n`);
    await aborted(io.signal);
    await service.close();
    return EXIT.ok;
  } catch (error) {
    io.stderr(`error: ${oneLine(startFailure(error, flags), Infinity)}\n`);
    return EXIT.usage;
  }
}

function optionsOf(io: Io, flags: ServiceFlags): ServiceOptions {
  const { port, host, engine, data, scheme, openaiUrl, openaiModel, control } = flags;
  const { env, stderr } = io;
  keepSecrets([...(flags.key ?? []), ...(flags.adminKey ?? [])]);
  return {
    port,
    host,
    engine: engine as Engine,
    data,
    memories: flags.memories?.map((file) => resolve(io.cwd, file)),
    keys: flags.key ?? given(env['SERVICE_AUTH_KEY']),
    adminKeys: flags.adminKey ?? given(env['SERVICE_ADMIN_KEY']),
    scheme: scheme ?? given(env['SERVICE_AUTH_SCHEME'])[0],
    openaiUrl,
    openaiModel,
    openaiKey: env['OPENAI_API_KEY'],
    libretranslateUrl: flags.libretranslateUrl,
    libretranslateKey: env['LIBRETRANSLATE_API_KEY'],
    notify: (notice) => stderr(`${noticeLine(notice)}\n`),
    ...(control === undefined ? {} : { control }),
    ...(flags.quiet === true ? {} : { log: (entry) => stderr(`${requestLine(entry)}\n`) }),
  };
}

/** `12:34:56 POST /v2/translate 200 3.1 ms · 50 texts, 1200 characters · pseudo · CI · 5f0c…` */
function requestLine(entry: RequestLog): string {
  const { time, method, path, status, milliseconds, texts, characters } = entry;
  const amounts = [
    ...(texts === undefined ? [] : [plural(texts, 'text')]),
    ...(characters === undefined ? [] : [plural(characters, 'character')]),
  ];
  const parts = [
    `${time.slice(11, 19)} ${method} ${path} ${status || '---'} ${milliseconds} ms`,
    amounts.join(', '),
    entry.backend,
    entry.note,
    entry.keyLabel,
    entry.error,
    entry.traceId,
  ];
  return oneLine(parts.filter((part) => part !== undefined && part !== '').join(' · '), Infinity);
}

function noticeLine({ time, keyLabel, percent, used, limit }: LimitNotice): string {
  return oneLine(
    `${time.slice(11, 19)} key '${keyLabel}' reached ${percent} % of its limit: ${used} of ${limit} characters`,
    Infinity,
  );
}

/** An empty variable counts as not set. */
function given(value: string | undefined): readonly string[] {
  return value === undefined || value === '' ? [] : [value];
}

function hasKeys({ keys = [], adminKeys = [] }: ServiceOptions): boolean {
  return keys.length > 0 || adminKeys.length > 0;
}

/** What is wrong with the combination of flags and environment; undefined if nothing is. */
function problemOf(options: ServiceOptions): string | undefined {
  const { keys = [], adminKeys = [], engine, openaiUrl, control } = options;
  if (engine === 'openai' && openaiUrl === undefined) {
    return '--engine openai needs --openai-url, such as http://127.0.0.1:11434/v1.';
  }
  if (engine === 'libretranslate' && options.libretranslateUrl === undefined) {
    return '--engine libretranslate needs --libretranslate-url, such as http://127.0.0.1:5000.';
  }
  if ([...keys, ...adminKeys].some((key) => !isWord(key))) {
    return 'a key cannot contain spaces, because no client could send it.';
  }
  if (control === true && hasKeys(options) && adminKeys.length === 0) {
    return '--control needs an admin key: --admin-key, SERVICE_ADMIN_KEY, or --control <token>.';
  }
  return undefined;
}

function startFailure(error: unknown, { port, host }: ServiceFlags): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use; choose another with --port, or 0 for a free one.`;
  return error instanceof Error ? error.message : String(error);
}
