import type { Command } from 'commander';
import { operations } from '../../facts/index.js';
import type { OperationFacts } from '../../facts/index.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { addOperations, AREAS } from './tree.js';

/** Parses the arguments of `api` and calls the operation. */
export async function parseApi(
  program: Command,
  args: readonly string[],
  io: ApiIo,
): Promise<void> {
  if (args.length === 0) {
    io.stdout(listText(operations));
    io.exitWith(EXIT.ok);
    return;
  }
  const api = program
    .createCommand('locale-sync api')
    .copyInheritedSettings(program)
    .usage('AREA OPERATION [--field value...]')
    .description(
      'Calls any operation of the service API. Flags are the fields of the operation. `locale-sync api` alone lists all operations.',
    )
    .helpCommand(false)
    .addHelpText('after', EXAMPLES);
  addOperations(api, {
    run: async (operation, flags) => io.exitWith(await io.run(operation, flags)),
    invalid: io.invalid,
  });
  const words = asKnown(args);
  const [area, operation] = words;
  if (operation === undefined && area !== undefined && AREAS.includes(area)) {
    io.stdout(listText(operations.filter((one) => one.area === area)));
    io.exitWith(EXIT.ok);
    return;
  }
  await api.parseAsync(words, { from: 'user' });
}

interface ApiIo {
  readonly stdout: Io['stdout'];
  readonly exitWith: Io['exitWith'];
  /** Runs an operation and returns the exit code. */
  readonly run: (
    operation: OperationFacts,
    flags: Readonly<Record<string, unknown>>,
  ) => Promise<number>;
  readonly invalid: (message: string) => Error;
}

const EXAMPLES = `
Examples:
  locale-sync api                                    list all operations
  locale-sync api glossaries list
  locale-sync api text translate --target-lang de --text Hello --text World
  locale-sync api glossaries put-dictionary --glossary-id ID --source-lang en --target-lang de --entries @terms.tsv
  locale-sync api documents upload --file report.docx --target-lang de --json
  locale-sync api documents download --document-id ID --document-key @key.txt --out report.de.docx
  locale-sync api admin create-key --label CI        needs SERVICE_ADMIN_KEY`;

/** `styleRules`, `Style_Rules` and `style-rules` are the same name; likewise for operations. */
function asKnown(args: readonly string[]): readonly string[] {
  const [first = '', second, ...rest] = args;
  const area = AREAS.find((name) => plain(name) === plain(first)) ?? first;
  if (second === undefined) return [area];
  const operation = operations.find(
    (one) =>
      one.area === area && [one.command, one.name].some((name) => plain(name) === plain(second)),
  );
  return [area, operation?.command ?? flagOf(second), ...rest.map(flagOf)];
}

function plain(name: string): string {
  return name.startsWith('-') ? name : name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** `--source_lang=en` as `--source-lang=en`. */
function flagOf(arg: string): string {
  const [, name, rest = ''] = /^(--\w[\w-]*)(=.*)?$/s.exec(arg) ?? [];
  return name === undefined ? arg : `${name.replaceAll('_', '-')}${rest}`;
}

/** One line per operation, grouped by area. */
function listText(some: readonly OperationFacts[]): string {
  const width = Math.max(...some.map(({ command }) => command.length));
  const lines = AREAS.flatMap((area) => {
    const own = some.filter((one) => one.area === area);
    if (own.length === 0) return [];
    return [area, ...own.map((one) => `  ${one.command.padEnd(width)}  ${one.summary}`)];
  });
  return `${lines.join('\n')}\n`;
}
