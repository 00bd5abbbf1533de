import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import pLimit from 'p-limit';
import type { ResolvedConfig } from '../../config/index.js';
import { scan } from '../../engine/index.js';
import { decodeAs, formatOf, loadCodec } from '../../formats/index.js';
import { formatKey, locate, oneLine } from '../../model/index.js';
import type { Problem, Selection } from '../../model/index.js';

/** The program that reads a format for its platform, where it is installed. */
interface Compiler {
  /** Names of the command, the first that is installed counts. */
  readonly commands: readonly string[];
  /** @param scratch a folder for what it makes */
  readonly args: (file: string, scratch: string) => readonly string[];
  /** Its words on a line: `line`, `column` and `said`. Default: `FILE:LINE[:COLUMN]: words`. */
  readonly pattern?: RegExp;
  /** Files that it reads. Default: all of the format. */
  readonly files?: RegExp;
}

const RUBY =
  'begin; Psych.parse_file(ARGV[0]); rescue Psych::SyntaxError => e; puts "#{ARGV[0]}:#{e.line}:#{e.column}: #{e.problem} #{e.context}"; exit 1; end';
/** Apple's, and GNUstep's on other systems. */
const PLIST: Compiler =
  process.platform === 'darwin'
    ? {
        commands: ['plutil'],
        args: (file) => ['-lint', file],
        pattern: /(?<said>[^(:]*) (?:at|on) line (?<line>\d+)/,
      }
    : {
        commands: ['plparse'],
        args: (file) => [file],
        pattern: /strings file \{.*?at line (?<line>\d+) \(char \d+\) - (?<said>[^}]*)/,
      };

/** Compilers by format. */
const COMPILERS: Readonly<Record<string, Compiler | undefined>> = {
  po: {
    commands: ['msgfmt'],
    args: (file) => ['--check-format', '--check-domain', '-o', '/dev/null', file],
  },
  android: {
    commands: ['aapt2'],
    args: (file, scratch) => ['compile', '-o', scratch, file],
    files: /(?:^|[\\/])values[^\\/]*[\\/][^\\/]+\.xml$/,
  },
  qt: {
    commands: ['lrelease', 'lrelease6', '/usr/lib/qt6/bin/lrelease', 'lrelease-qt5'],
    args: (file, scratch) => [file, '-qm', join(scratch, 'out.qm')],
    pattern: /at .*:(?<line>\d+):(?<column>\d+): (?<said>.*)/,
  },
  strings: PLIST,
  stringsdict: PLIST,
  yaml: { commands: ['ruby'], args: (file) => ['-ryaml', '-e', RUBY, file] },
  php: {
    commands: ['php'],
    args: (file) => ['-n', '-d', 'display_errors=stderr', '-l', file],
    pattern: /^(?:PHP )?(?:Parse|Fatal) error: +(?<said>.*) in .* on line (?<line>\d+)$/,
  },
  lua: { commands: ['luac', 'luac5.4', 'luac5.1'], args: (file) => ['-p', file] },
};

const USUAL = /:(?<line>\d+):(?:(?<column>\d+):)? ?(?<said>.*)$/;

/** What a project calls its own check of its texts in `package.json`. */
const VALIDATOR =
  /^(?:(?:i18n|l10n|intl|locales?|translations?)[:-](?:check|validate|lint|verify|test)|(?:check|validate|lint|verify|test)[:-](?:i18n|l10n|intl|locales?|translations?))$/;

interface Output {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Runs a command without a shell. Undefined: it is not installed. */
function run(
  command: string,
  args: readonly string[],
  { root, signal, timeout = 60_000 }: { root: string; signal: AbortSignal; timeout?: number },
): Promise<Output | undefined> {
  const options = { cwd: root, timeout, maxBuffer: 1 << 26, signal } as const;
  return new Promise((done) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') done(undefined);
      else {
        const lines = `${stderr}\n${stdout}`.split(/\r\n|\n/).filter((line) => line.trim() !== '');
        done({ code: error === null ? 0 : 1, lines });
      }
    });
  });
}

export interface ToolFindings {
  readonly problems: readonly Problem[];
  /** Commands that are not installed, with how many files each would have read. */
  readonly missing: ReadonlyMap<string, number>;
}

/**
 * What the compilers of the platforms, and the project's own check, say about the files of the config.
 * They run as the user does: `check --tools` asks for it.
 */
export async function runTools(
  config: ResolvedConfig,
  selection: Selection,
  signal: AbortSignal,
): Promise<ToolFindings> {
  const { root } = config;
  const { pairs } = await scan(config, selection);
  const scratch = mkdtempSync(join(tmpdir(), 'locale-sync-'));
  const missing = new Map<string, number>();
  const limit = pLimit(4);
  const seen = new Set<string>();
  try {
    const work = pairs.flatMap(({ catalog, source, targets }) =>
      [{ path: source, locale: undefined }, ...targets.filter(({ exists }) => exists)].map(
        async ({ path, locale }): Promise<readonly Problem[]> => {
          const format = formatOf(path, catalog.format);
          const compiler = format && COMPILERS[format];
          if (compiler === undefined || seen.has(path)) return [];
          seen.add(path);
          if (compiler.files?.test(path) === false || !existsSync(resolve(root, path))) return [];
          const file = resolve(root, path);
          const said = await limit(() => compiled(compiler, file, { root, signal, scratch }));
          if (said !== undefined)
            return placed(said, { file, path, locale, format: catalog.format });
          const [command = ''] = compiler.commands;
          missing.set(command, (missing.get(command) ?? 0) + 1);
          return [];
        },
      ),
    );
    const found = (await Promise.all(work)).flat();
    return { problems: [...found, ...(await validated(root, signal))], missing };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Said = Pick<Problem, 'severity' | 'message'> & {
  readonly line?: number;
  readonly column?: number;
};

async function compiled(
  { commands, args, pattern = USUAL }: Compiler,
  file: string,
  { scratch, ...options }: { root: string; signal: AbortSignal; scratch: string },
): Promise<readonly Said[] | undefined> {
  for (const command of commands) {
    const output = await run(command, args(file, scratch), options);
    if (output === undefined) continue;
    const name = basename(command);
    const found = output.lines.flatMap((line): readonly Said[] => {
      const { line: at, column, said } = pattern.exec(line)?.groups ?? {};
      if (at === undefined || said === undefined) return [];
      const severity = /^warning\b/i.test(said) ? 'warning' : 'error';
      const words = oneLine(said.replace(/^(?:error|warning): */i, '').trim());
      const place = { line: Number(at), ...(column !== undefined && { column: Number(column) }) };
      return [{ severity, message: `${name}: ${words}`, ...place }];
    });
    if (found.length > 0 || output.code === 0) return found;
    return [{ severity: 'error', message: `${name}: ${oneLine(output.lines.at(-1) ?? 'failed')}` }];
  }
  return undefined;
}

/** The findings of a file, each with the unit of its line. */
async function placed(
  said: readonly Said[],
  {
    file,
    path,
    locale,
    format,
  }: { file: string; path: string; locale: string | undefined; format: string | undefined },
): Promise<readonly Problem[]> {
  if (said.length === 0) return [];
  const codec = await loadCodec(path, { format });
  let text = '';
  let units: readonly { readonly key: string; readonly first: number; readonly last: number }[] =
    [];
  try {
    ({ text } = decodeAs(readFileSync(file), { capabilities: codec?.capabilities, file: path }));
    const parsed =
      codec?.parse(text, { ...(locale !== undefined && { role: 'target', locale }) }).units ?? [];
    units = parsed.map(({ key, range: { start, end } }) => ({
      ...{ key: formatKey(key), first: locate(text, start).line, last: locate(text, end).line },
    }));
  } catch {
    // The file has no units: the line alone says where.
  }
  return said.map(({ line, column, ...rest }): Problem => {
    const unit =
      line === undefined
        ? undefined
        : units.find(({ first, last }) => first <= line && line <= last);
    return {
      ...{ code: 'tool', ...rest, file: path, ...(locale !== undefined && { locale }) },
      ...(line !== undefined && { line, column: column ?? 1 }),
      ...(unit && { key: unit.key }),
    };
  });
}

/** The project's own check of its texts, a script of its `package.json`. */
async function validated(root: string, signal: AbortSignal): Promise<readonly Problem[]> {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return [];
  let scripts: Readonly<Record<string, unknown>> = {};
  try {
    ({ scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: typeof scripts });
  } catch {
    return [];
  }
  const name = Object.keys(scripts).find((one) => VALIDATOR.test(one));
  if (name === undefined) return [];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const output = await run(npm, ['run', '--silent', name], { root, signal, timeout: 600_000 });
  if (output === undefined || output.code === 0) return [];
  const words = oneLine(output.lines.slice(-3).join(' ')).slice(0, 500);
  const message = `The project's own check "${name}" failed: ${words}`;
  return [{ code: 'tool', severity: 'error', message, file: 'package.json' }];
}
