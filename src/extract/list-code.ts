import { readdir, realpathSync, stat } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { STATE_FOLDER } from '../state/names.js';
import { ExtractError } from './error.js';

/** What lies beside code, and holds none. */
const NO_CODE =
  /\.(?:css|scss|sass|less|styl|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wav|pdf|zip|gz|wasm|map)$/i;
const PASSED_OVER = ['node_modules', '.git', STATE_FOLDER];

/** The files of code. */
export interface CodeList {
  /** Sorted, each once and by its real name. */
  readonly files: readonly string[];
  /** Links that the patterns name, and that lead out of the project: what is behind them is not read. */
  readonly outside: readonly string[];
}

/**
 * The files that patterns name.
 * @throws ExtractError 'unreadable' for a folder that cannot be listed
 */
export async function listCode(root: string, globs: readonly string[]): Promise<CodeList> {
  const { default: glob } = await import('fast-glob');
  const ignore = PASSED_OVER.map((name) => `**/${name}/**`);
  const links = new Links(root);
  try {
    const { stat, readdir } = links;
    const found = await glob([...globs], { cwd: root, ignore, fs: { stat, readdir } });
    const code = found.filter((file) => !NO_CODE.test(file));
    const { inside, outside } = links.sorted(code);
    return { files: [...new Set(inside)].sort(), outside: [...outside].sort() };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ExtractError(
      'unreadable',
      `The files of "extract.code" cannot be listed: ${reason}`,
      {
        hint: 'Give read permission, or change the patterns of `extract`.',
        cause,
      },
    );
  }
}

/**
 * Symbolic links inside of a project. One is followed if it leads to another place of the project,
 * and not from behind another link: so no folder is walked more often than there are links to it.
 */
class Links {
  readonly #root: string;
  readonly #realRoot: string;
  /** Where the links that were followed lead, by their names below the root. */
  readonly #targets = new Map<string, string>();
  /** Those that lead out of the project, and those among them that patterns name. */
  readonly #outside = new Set<string>();
  readonly #named = new Set<string>();

  constructor(root: string) {
    this.#root = resolve(root);
    this.#realRoot = realpathSync(root);
  }

  /** `stat` as fast-glob calls it, for links alone; a link that fails is no file and no folder. */
  readonly stat: typeof stat = ((path: string, done: (error: Error | null) => void) => {
    try {
      this.#follow(path);
    } catch (error) {
      done(error as Error);
      return;
    }
    stat(path, done);
  }) as typeof stat;

  /** `readdir` as fast-glob calls it, where a pattern may name something in a folder. */
  readonly readdir: typeof readdir = ((path: string, options: object, done: Listed) => {
    // A pattern may also begin behind a link, which nobody asks about then.
    if (!isOutside(this.#nameOf(path))) {
      readdir(path, options, done as never);
      return;
    }
    this.#named.add(slashed(relative(this.#root, path)));
    done(null, []);
  }) as unknown as typeof readdir;

  /** Files by their real names, and the links that lead out of the project. */
  sorted(files: readonly string[]): {
    readonly inside: readonly string[];
    readonly outside: Iterable<string>;
  } {
    const inside = files
      .filter((file) => !this.#outside.has(file))
      .map((file) => this.#realName(file));
    const linked = files.filter((file) => this.#outside.has(file));
    return { inside, outside: new Set([...this.#named, ...linked]) };
  }

  /** `lib/a.ts` of `src/linked/a.ts`. */
  #realName(file: string): string {
    for (const [link, target] of this.#targets) {
      if (file === link || file.startsWith(`${link}/`))
        return `${target}${file.slice(link.length)}`;
    }
    return file;
  }

  /** The real name below the real root; none where nothing is there. */
  #nameOf(path: string): string {
    try {
      return relative(this.#realRoot, realpathSync(path));
    } catch {
      return '';
    }
  }

  /** @throws Error where a link is not followed, or leads nowhere */
  #follow(path: string): void {
    const [target, folder] = [realpathSync(path), realpathSync(dirname(path))];
    const link = relative(this.#root, path);
    const name = relative(this.#realRoot, target);
    const isAround = `${folder}${sep}`.startsWith(`${target}${sep}`);
    const isPassedOver = name.split(sep).some((one) => PASSED_OVER.includes(one));
    const isBehindOther = relative(this.#realRoot, join(folder, basename(path))) !== link;
    if (isAround || isPassedOver || isBehindOther) throw new Error(`${path} is not followed`);
    if (isOutside(name)) this.#outside.add(slashed(link));
    else this.#targets.set(slashed(link), slashed(name));
  }
}

function isOutside(name: string): boolean {
  return name.split(sep)[0] === '..' || isAbsolute(name);
}

type Listed = (error: Error | null, entries: readonly never[]) => void;

function slashed(path: string): string {
  return path.split(sep).join('/');
}
