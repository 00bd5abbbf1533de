import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import pLimit from 'p-limit';
import type { ResolvedConfig } from '../../config/index.js';
import { scan } from '../../engine/index.js';
import { decodeAs, formatOf, loadCodec, positions } from '../../formats/index.js';
import { formatKey, oneLine } from '../../model/index.js';
import type { Problem, Selection } from '../../model/index.js';
import type { Io } from '../io.js';

/** The program that reads a format for its platform, where it is installed. */
interface Compiler {
  /** Names of the command. The first that is installed is used. */
  readonly commands: readonly string[];
  /** @param out an empty folder for what it makes */
  readonly args: (file: string, out: string) => readonly string[];
  /** A message: `line`, `column`, `said` and `why`. Default: `FILE:LINE[:COLUMN]: said`. */
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
    args: (file) => ['--check-format', '--check-domain', '-o', devNull, file],
  },
  android: {
    commands: ['aapt2'],
    args: (file, out) => ['compile', '-o', out, file],
    files: /(?:^|[\\/])values[^\\/]*[\\/][^\\/]+\.xml$/,
  },
  qt: {
    commands: ['lrelease', 'lrelease6', '/usr/lib/qt6/bin/lrelease', 'lrelease-qt5'],
    args: (file, out) => [file, '-qm', join(out, 'out.qm')],
    pattern: /error: (?<said>.*) at .*?:(?<line>\d+):(?<column>\d+)(?<why>: .*)?$/,
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

type Said = Pick<Problem, 'severity' | 'message' | 'line' | 'column'>;

interface Place {
  /** The folder of the config. */
  readonly root: string;
  readonly env: Io['env'];
  readonly signal: AbortSignal;
}

interface Output {
  /** Undefined: it did not run to its end. */
  readonly code: number | undefined;
  readonly lines: readonly string[];
}

/** Runs a command that asks nothing. Undefined: it is not installed. */
function run(
  command: string,
  args: readonly string[],
  { root, ...place }: Place & { readonly timeout: number; readonly shell?: boolean },
): Promise<Output | undefined> {
  return new Promise((done) => {
    const options = { ...place, cwd: root, maxBuffer: 1 << 26 };
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      const lines = `${stderr}\n${stdout}`.split(/\r?\n/).filter((line) => line.trim() !== '');
      const code = error === null ? 0 : error.code;
      done(
        code === 'ENOENT'
          ? undefined
          : { code: typeof code === 'number' ? code : undefined, lines },
      );
    });
    child.stdin?.end();
  });
}

/**
 * What the compilers of the platforms, and the project's own check, say about the files of the config.
 * They run with the user's rights: `check --tools` asks for it.
 * @param refused why code of the project is not run, as the end of a sentence
 */
export async function runTools(
  config: ResolvedConfig,
  selection: Selection,
  { refused, ...rest }: Omit<Place, 'root'> & { readonly refused: string | undefined },
): Promise<readonly Problem[]> {
  const place = { ...rest, root: config.root };
  const { pairs } = await scan(config, selection);
  const missing = new Map<string, number>();
  const limit = pLimit(4);
  const seen = new Set<string>();
  const work = pairs.flatMap(({ catalog: { format }, source, targets }) =>
    [{ path: source, locale: undefined }, ...targets].map(
      async ({ path, locale }): Promise<readonly Problem[]> => {
        const compiler = COMPILERS[formatOf(path, format) ?? ''];
        const file = resolve(config.root, path);
        if (compiler === undefined || seen.has(path) || !existsSync(file)) return [];
        seen.add(path);
        if (compiler.files?.test(path) === false) return [];
        const said = await limit(() => compiled(compiler, file, place));
        if (said !== undefined) return placed(said, { file, path, locale, format });
        const [command = ''] = compiler.commands;
        missing.set(command, (missing.get(command) ?? 0) + 1);
        return [];
      },
    ),
  );
  const found = (await Promise.all(work)).flat();
  const absent = [...missing].map(([command, files]): Problem => {
    const message = `${command} is not installed, so it did not read ${files} ${files === 1 ? 'file' : 'files'}.`;
    return { code: 'tool', severity: 'warning', message };
  });
  const own = await validated(place, refused);
  place.signal.throwIfAborted();
  return [...found, ...absent, ...own];
}

async function compiled(
  { commands, args, pattern = USUAL }: Compiler,
  file: string,
  place: Place,
): Promise<readonly Said[] | undefined> {
  const out = mkdtempSync(join(tmpdir(), 'locale-sync-'));
  // Messages are read in English.
  const options = { ...place, env: { ...place.env, LC_ALL: 'C' }, timeout: 60_000 };
  try {
    for (const command of commands) {
      place.signal.throwIfAborted();
      const output = await run(command, args(file, out), options);
      if (output === undefined) continue;
      const name = basename(command);
      const { code, lines } = output;
      if (code === undefined)
        return [{ severity: 'warning', message: `${name} did not run to its end.` }];
      const found = lines.flatMap((text): readonly Said[] => {
        const { line, column, said, why = '' } = pattern.exec(text)?.groups ?? {};
        if (line === undefined || said === undefined) return [];
        const severity = code === 0 || /^warning\b/i.test(said) ? 'warning' : 'error';
        const words = oneLine(said.replace(/^(?:error|warning): */i, '').trim() + why);
        const at = { line: Number(line), column: Number(column ?? 1) };
        return [{ severity, message: `${name}: ${words}`, ...at }];
      });
      if (found.length > 0 || code === 0) return found;
      return [{ severity: 'error', message: `${name}: ${oneLine(lines.at(-1) ?? 'failed')}` }];
    }
    return undefined;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
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
  let units: readonly { readonly key: string; readonly first: number; readonly last: number }[] =
    [];
  try {
    const { text } = decodeAs(readFileSync(file), {
      capabilities: codec?.capabilities,
      file: path,
    });
    const at = positions(text);
    const role = locale !== undefined && ({ role: 'target', locale } as const);
    units = (codec?.parse(text, { ...role }).units ?? []).map(({ key, range: { start, end } }) => ({
      ...{ key: formatKey(key), first: at(start).line, last: at(end).line },
    }));
  } catch {
    // The file has no units: the line alone says where.
  }
  return said.map((one): Problem => {
    const { line = 0 } = one;
    const unit = units.find(({ first, last }) => first <= line && line <= last);
    return {
      ...{ code: 'tool', ...one, file: path, ...(locale !== undefined && { locale }) },
      ...(unit && { key: unit.key }),
    };
  });
}

/** A check that calls this command does not start it again. */
const INSIDE = 'LOCALE_SYNC_TOOLS';

/** The project's own check of its texts, a script of its `package.json`. */
async function validated(place: Place, refused: string | undefined): Promise<readonly Problem[]> {
  const { root, env } = place;
  const file = join(root, 'package.json');
  if (env[INSIDE] !== undefined || !existsSync(file)) return [];
  let scripts: Readonly<Record<string, unknown>> = {};
  try {
    ({ scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: typeof scripts });
  } catch {
    return [];
  }
  const [name] =
    Object.entries(scripts).find(
      ([one, script]) => VALIDATOR.test(one) && !String(script).includes('locale-sync'),
    ) ?? [];
  if (name === undefined) return [];
  const problem = { code: 'tool', file: 'package.json' } as const;
  const check = `The project's own check "${name}"`;
  if (refused !== undefined)
    return [{ ...problem, severity: 'warning', message: `${check} is not run ${refused}.` }];
  // On Windows, npm is a batch file, which only a shell runs.
  const options = { shell: process.platform === 'win32', timeout: 600_000 };
  const output = await run('npm', ['run', '--silent', name], {
    ...{ ...place, env: { ...env, [INSIDE]: '1' } },
    ...options,
  });
  if (output?.code === 0) return [];
  if (output?.code === undefined)
    return [{ ...problem, severity: 'warning', message: `${check} did not run to its end.` }];
  const words = oneLine(output.lines.slice(-3).join(' ')).slice(0, 500);
  return [{ ...problem, severity: 'error', message: `${check} failed: ${words}` }];
}
