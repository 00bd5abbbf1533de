import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { LocaleSyncError } from '../../model/index.js';
import type { Engine as BackendName, RequestLog, ServiceOptions } from '../../service/index.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import type { Finish } from './catalogs.js';

const ENGINES = ['auto', 'pseudo', 'apertium', 'openai'] as const satisfies readonly BackendName[];

interface ServiceFlags {
  readonly port: number;
  readonly host: string;
  readonly data?: string;
  readonly engine: BackendName;
  readonly key?: readonly string[];
  readonly adminKey?: readonly string[];
  readonly scheme?: string;
  readonly openaiUrl?: string;
  readonly openaiModel?: string;
  readonly control?: true;
  readonly quiet?: true;
}

const EXAMPLES = `
Examples:
  locale-sync service                                  a free port, a key made and printed
  locale-sync service --port 4000 --data .service      keeps everything in a folder
  SERVICE_AUTH_KEY=k locale-sync service --port 4000   knows this key
  locale-sync service --engine openai --openai-url http://127.0.0.1:11434/v1 --openai-model qwen3

Then, elsewhere:  SERVICE_URL=http://127.0.0.1:4000 SERVICE_AUTH_KEY=k locale-sync sync`;

export function addServiceCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('service')
    .summary('run the embedded translation service in the foreground')
    .description(
      'The whole interface of the service on this machine, so that everything runs without an account. Ends with Ctrl-C.',
    )
    .option('--port <port>', 'port to listen on; 0 takes a free one', parsePort, 0)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data <folder>', 'keep everything here (default: in memory)')
    .addOption(new Option('--engine <name>', 'what translates').choices(ENGINES).default('auto'))
    .option('--key <key>', 'developer key that is accepted (repeatable)', collect)
    .option('--admin-key <key>', 'admin key that is accepted (repeatable)', collect)
    .option('--scheme <word>', 'one more word accepted before the key in Authorization')
    .option('--openai-url <url>', 'base address of a chat-completions server, for --engine openai')
    .option('--openai-model <name>', 'model of that server')
    .option('--control', 'let the admin key inject faults and read counters at /_control')
    .option('--quiet', 'no line per request')
    .addHelpText('after', EXAMPLES)
    .action((flags: ServiceFlags) => finish(serve(io, flags)));
}

async function serve(io: Io, flags: ServiceFlags): Promise<number> {
  const { startService } = await import('../../service/index.js');
  try {
    const service = await startService(optionsOf(io, flags));
    io.stdout(`listening on ${service.url}\n`);
    if (service.warning !== undefined) io.stderr(`${service.warning}\n`);
    if (!hasKeys(io, flags)) {
      io.stdout(`developer key ${service.keys.developer}\nadmin key ${service.keys.admin}\n`);
    }
    await aborted(io.signal);
    await service.close();
    return EXIT.ok;
  } catch (error) {
    io.stderr(`error: ${startFailure(error, flags)}\n`);
    return EXIT.usage;
  }
}

function optionsOf(io: Io, flags: ServiceFlags): ServiceOptions {
  const { port, host, engine, data, scheme, openaiUrl, openaiModel } = flags;
  const log = (entry: RequestLog): void => io.stderr(`${logLine(entry)}\n`);
  return {
    port,
    host,
    engine,
    data,
    keys: flags.key ?? fromEnvironment(io, 'SERVICE_AUTH_KEY'),
    adminKeys: flags.adminKey ?? fromEnvironment(io, 'SERVICE_ADMIN_KEY'),
    scheme: scheme ?? io.env['SERVICE_AUTH_SCHEME'],
    openaiUrl,
    openaiModel,
    openaiKey: io.env['OPENAI_API_KEY'],
    ...(flags.control === true ? { control: true } : {}),
    ...(flags.quiet === true ? {} : { log }),
  };
}

function fromEnvironment(io: Io, name: string): readonly string[] {
  const value = io.env[name];
  return value === undefined || value === '' ? [] : [value];
}

function hasKeys(io: Io, { key, adminKey }: ServiceFlags): boolean {
  if (key !== undefined || adminKey !== undefined) return true;
  return ['SERVICE_AUTH_KEY', 'SERVICE_ADMIN_KEY'].some(
    (name) => fromEnvironment(io, name).length > 0,
  );
}

function logLine(entry: RequestLog): string {
  return JSON.stringify(entry);
}

function startFailure(error: unknown, { port, host }: ServiceFlags): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use; choose another with --port, or 0 for a free one.`;
  if (error instanceof LocaleSyncError)
    return [error.message, error.hint].filter(Boolean).join(' ');
  return error instanceof Error ? error.message : String(error);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // A listener alone would not keep the process; the server does.
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError('0 to 65535.');
  return port;
}

function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
