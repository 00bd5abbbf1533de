import { readdir, realpathSync, stat } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { systemFailure } from '../../disk/index.js';
import { STATE_FOLDER } from '../../lock/index.js';
import { ExtractError } from './error.js';

/** Files that contain no code. */
const NO_CODE =
  /\.(?:css|scss|sass|less|styl|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wav|pdf|zip|gz|wasm|map)$/i;
const PASSED_OVER = ['node_modules', '.git', STATE_FOLDER];

/** The files of code. */
export interface CodeList {
  /** Sorted, each once and by its real name. */
  readonly files: readonly string[];
  /** Links that match a pattern and lead out of the project; their targets are not read. */
  readonly outside: readonly string[];
}

/**
 * The files that match patterns.
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
    const { why, advice } = systemFailure(cause, 'the folders', 'read');
    const message = `The files of "extract.code" cannot be listed: ${why}`;
    const hint = `${advice}, or change the patterns in \`extract\`.`;
    throw new ExtractError('unreadable', message, { hint, cause });
  }
}

/**
 * Symbolic links within a project. A link is followed if it leads to another place of the project
 * and was not reached through another link, so no folder is walked more often than there are links
 * to it.
 */
class Links {
  readonly #root: string;
  readonly #realRoot: string;
  /** Targets of followed links, by their names below the root. */
  readonly #targets = new Map<string, string>();
  /** Links that lead out of the project, and those among them that match patterns. */
  readonly #outside = new Set<string>();
  readonly #named = new Set<string>();

  constructor(root: string) {
    this.#root = resolve(root);
    this.#realRoot = realpathSync(root);
  }

  /**
   * `stat` for fast-glob, which calls it only for links; a link that fails counts as neither file
   * nor folder.
   */
  readonly stat: typeof stat = ((path: string, done: (error: Error | null) => void) => {
    try {
      this.#follow(path);
    } catch (error) {
      done(error as Error);
      return;
    }
    stat(path, done);
  }) as typeof stat;

  /** `readdir` for fast-glob, which calls it for folders that may contain matches. */
  readonly readdir: typeof readdir = ((path: string, options: object, done: Listed) => {
    // A pattern may also start behind a link, which `stat` is not called for.
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

  /** `src/linked/a.ts` → `lib/a.ts` */
  #realName(file: string): string {
    for (const [link, target] of this.#targets) {
      if (file === link || file.startsWith(`${link}/`))
        return `${target}${file.slice(link.length)}`;
    }
    return file;
  }

  /** The real name below the real root; '' if there is nothing. */
  #nameOf(path: string): string {
    try {
      return relative(this.#realRoot, realpathSync(path));
    } catch {
      return '';
    }
  }

  /** @throws Error if a link is not followed, or is broken */
  #follow(path: string): void {
    const [target, folder] = [realpathSync(path), realpathSync(dirname(path))];
    const link = relative(this.#root, path);
    const name = relative(this.#realRoot, target);
    const isAround = `${folder}${sep}`.startsWith(`${target}${sep}`);
    const isPassedOver = name.split(sep).some((one) => PASSED_OVER.includes(one));
    const isBehindOther = relative(this.#realRoot, join(folder, basename(path))) !== link;
    if (isAround || isPassedOver || isBehindOther)
      throw new Error(`the link ${path} is not followed`);
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
