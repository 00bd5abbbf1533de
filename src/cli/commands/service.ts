import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { engineNames } from '../../api/facts/options.js';
import { didYouMean } from '../../config/nearest.js';
import type { Io } from '../io.js';
import { isWord } from '../word.js';
import type { ServiceFlags } from '../runs/service.js';

const EXAMPLES = `
Examples:
  locale-sync service                                  picks a free port; creates and prints keys
  locale-sync service --port 4000 --data .service      keeps everything in a folder
  SERVICE_AUTH_KEY=k locale-sync service --port 4000   accepts this key
  locale-sync service --engine ./my-engine.mjs         translates with your own module
  locale-sync service --engine openai --openai-url http://127.0.0.1:11434/v1 --openai-model qwen3

In another terminal:  SERVICE_URL=http://127.0.0.1:4000 SERVICE_AUTH_KEY=k locale-sync sync`;

export function addServiceCommand(program: Command, io: Io): void {
  program
    .command('service')
    .summary('run the embedded translation service in the foreground')
    .description(
      'Runs the complete API of the service on this machine, without an account. Ctrl-C stops it.',
    )
    .option('--port <port>', 'port to listen on; 0 picks a free one', parsePort, 0)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data <folder>', 'folder to store everything in (default: memory only)')
    .option(
      '--engine <name>',
      `translation engine: ${engineNames.join(', ')}, or your own module (./engine.mjs)`,
      parseEngine,
      'auto',
    )
    .option('--key <key>', 'developer key to accept (repeatable)', collectKey)
    .option('--admin-key <key>', 'admin key to accept (repeatable)', collectKey)
    .option(
      '--scheme <word>',
      'additional word to accept before the key in the Authorization header',
      parseWord,
    )
    .option('--openai-url <url>', 'base URL of a chat-completions server, for --engine openai')
    .option('--openai-model <name>', 'model to request from that server')
    .option('--libretranslate-url <url>', 'base URL, for --engine libretranslate')
    .option(
      '--control [token]',
      'open /_control (faults, counters) to admin keys, and to this token in X-Control-Token',
      parseWord,
    )
    .option('--quiet', 'do not log requests')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ServiceFlags) => {
      const { runService } = await import('../runs/index.js');
      io.exitWith(await runService(io, flags));
    });
}

function parseEngine(value: string): string {
  if (engineNames.some((name) => name === value) || /\.[cm]?js$/.test(value)) return value;
  const near = didYouMean(value, engineNames);
  throw new InvalidArgumentError(`Use ${engineNames.join(', ')}, or a module (.mjs)${near || '.'}`);
}

function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError('0 to 65535.');
  return port;
}

function parseWord(value: string): string {
  if (!isWord(value)) throw new InvalidArgumentError('Use one word without spaces.');
  return value;
}

function collectKey(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), parseWord(value)];
}
