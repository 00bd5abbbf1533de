import { join } from 'node:path';
import type { Command } from 'commander';
import type { CatalogChange } from '../../extract/index.js';
import { formatKey, LocaleSyncError } from '../../model/index.js';
import type { ReportError } from '../../model/index.js';
import { amount, makeStyle } from '../../report/index.js';
import { contentHash, writeFileAtomic } from '../../state/index.js';
import { EXIT } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import type { Io } from '../io.js';
import { errorText } from '../print.js';
import { load } from '../run.js';
import type { Finish } from './catalogs.js';

interface ExtractFlags extends Pick<CommonFlags, 'config' | 'cwd' | 'json' | 'quiet'> {
  readonly prune?: true;
}

const EXAMPLES = `
Examples:
  locale-sync extract            add the keys that code asks for to the source catalogs
  locale-sync extract --prune    also take out the keys that no code asks for`;

export function addExtractCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('extract')
    .summary('add keys found in code to the source catalogs')
    .description(
      'Reads the code that `extract:` of the config names, as i18next finds keys, and adds what the source catalogs lack. Nothing that stands there is changed, and nothing is removed without --prune.',
    )
    .option('--config <file>', 'config file (default: service.config.* found upward from here)')
    .option('--cwd <folder>', 'run as if started in this folder')
    .option('--prune', 'remove keys that no code asks for by their full name')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', EXAMPLES)
    .action((flags: ExtractFlags) => finish(extract(io, flags)));
}

async function extract(io: Io, flags: ExtractFlags): Promise<number> {
  try {
    const config = await load(io, flags);
    const { extractKeys } = await import('../../extract/index.js');
    const changes = await extractKeys(config, { prune: flags.prune === true });
    for (const change of changes) write(change, config.root);
    if (flags.json === true)
      io.stdout(`${JSON.stringify({ ok: true, ...totals(changes), error: null })}\n`);
    else if (flags.quiet !== true) io.stderr(summary(changes));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const { code, message, hint } = error;
    const told: ReportError = { code, message, ...(hint === undefined ? {} : { hint }) };
    if (flags.json === true) io.stdout(`${JSON.stringify({ ok: false, error: told })}\n`);
    else io.stderr(errorText(told, makeStyle({ color: io.terminal.color })));
    return EXIT.usage;
  }
}

function write({ file, before, text }: CatalogChange, root: string): void {
  if (text === undefined) return;
  const expect = before === undefined ? 'absent' : contentHash(before);
  writeFileAtomic(join(root, file), text, { root, state: join(root, '.locale-sync'), expect });
}

type Kind = 'added' | 'empty' | 'unused' | 'removed';

function totals(changes: readonly CatalogChange[]) {
  const list = (kind: Kind) =>
    changes.flatMap((change) =>
      change[kind].map((key) => ({ file: change.file, key: formatKey(key) })),
    );
  return {
    added: list('added'),
    empty: list('empty'),
    unused: list('unused'),
    removed: list('removed'),
  };
}

function summary(changes: readonly CatalogChange[]): string {
  const { added, empty, unused, removed } = totals(changes);
  const lines = [
    ...added.map(({ file, key }) => `+ ${file}  ${key}`),
    ...removed.map(({ file, key }) => `- ${file}  ${key}`),
    ...(removed.length > 0 ? [] : unused.map(({ file, key }) => `? ${file}  ${key}  not in code`)),
    `${amount(added.length, 'key')} added, ${empty.length} of them without text; ${amount(unused.length, 'key')} not in code${removed.length > 0 ? ', removed' : ' (--prune removes them)'}.`,
  ];
  return `${lines.join('\n')}\n`;
}
