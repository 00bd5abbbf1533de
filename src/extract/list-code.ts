import { realpathSync, stat } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { STATE_FOLDER } from '../state/names.js';
import { ExtractError } from './error.js';

/** What lies beside code, and holds none. */
const NO_CODE =
  /\.(?:css|scss|sass|less|styl|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wav|pdf|zip|gz|wasm|map)$/i;
const PASSED_OVER = ['node_modules', '.git', STATE_FOLDER];

/**
 * The files that patterns name, sorted, each once and by its real name.
 * @throws ExtractError 'unreadable' for a folder that cannot be listed
 */
export async function listCode(root: string, globs: readonly string[]): Promise<readonly string[]> {
  const { default: glob } = await import('fast-glob');
  const ignore = PASSED_OVER.map((name) => `**/${name}/**`);
  const links = new Links(root);
  try {
    const files = await glob([...globs], { cwd: root, ignore, fs: { stat: links.stat } });
    const real = new Set(files.map((file) => links.realName(file)));
    return [...real].filter((file) => !NO_CODE.test(file)).sort();
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

  /** `lib/a.ts` of `src/linked/a.ts`. */
  realName(file: string): string {
    for (const [link, target] of this.#targets) {
      if (file === link || file.startsWith(`${link}/`))
        return `${target}${file.slice(link.length)}`;
    }
    return file;
  }

  /** @throws Error where a link is not followed, or leads nowhere */
  #follow(path: string): void {
    const [target, folder] = [realpathSync(path), realpathSync(dirname(path))];
    const link = relative(this.#root, path);
    const name = relative(this.#realRoot, target);
    const parts = name.split(sep);
    const isOutside = name === '' || parts[0] === '..' || isAbsolute(name);
    const isAround = `${folder}${sep}`.startsWith(`${target}${sep}`);
    const isPassedOver = parts.some((one) => PASSED_OVER.includes(one));
    const isBehindOther = relative(this.#realRoot, join(folder, basename(path))) !== link;
    if (isOutside || isAround || isPassedOver || isBehindOther) {
      throw new Error(`${path} is not followed`);
    }
    this.#targets.set(slashed(link), slashed(name));
  }
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
