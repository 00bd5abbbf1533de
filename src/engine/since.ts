import { nameInFiles } from '../config/index.js';
import { loadCodec } from '../formats/index.js';
import { keyId } from '../model/index.js';
import type { Document } from '../model/index.js';
import type { Differs } from './compare/index.js';
import { EngineError } from './errors.js';
import { git, idsOf, linesOf } from './git.js';
import { contentsOf } from './git-texts.js';
import { parseVersion, recallFrom } from './load/index.js';
import type { FilePair, Loaded } from './load/index.js';

type Texts = ReadonlyMap<string, string>;

const NONE: Texts = new Map();

/**
 * Which texts differ from a revision of git: those whose source or translation has other words there,
 * or is not there at all.
 * @throws EngineError 'unknown-revision'
 */
export async function differsSince(loaded: Loaded, ref: string): Promise<Differs> {
  const { root } = loaded.config;
  const commit = await commitOf(root, ref);
  const paths = new Set(
    loaded.pairs.flatMap(({ source, targets }) => [source, ...targets].map(({ path }) => path)),
  );
  const contents = await contentsAt(root, commit, [...paths]);
  const before = new Map<FilePair, Texts>();
  const targetsBefore = new Map<FilePair['targets'][number], Texts>();
  for (const pair of loaded.pairs) {
    const { source, catalog } = pair;
    const codec = await loadCodec(source.path, catalog);
    if (codec === undefined) continue;
    const { encoding } = catalog;
    const role = source.isTemplate === true ? 'template' : 'source';
    const parse = (path: string, options: Parameters<typeof parseVersion>[2]) => {
      const bytes = contents.get(path);
      return bytes && parseVersion(bytes, codec, { ...options, encoding });
    };
    const former = parse(source.path, { role, file: source.path });
    before.set(pair, textsOf(former));
    for (const target of pair.targets) {
      const { path: file, locale } = target;
      const recall = codec.capabilities.sourceDecides
        ? recallFrom(loaded.lock)(source.path, locale)
        : undefined;
      const as = { role: 'target', file, locale: nameInFiles(catalog, locale), recall } as const;
      const document = parse(file, former === undefined ? as : { ...as, source: former });
      targetsBefore.set(target, textsOf(document));
    }
  }
  return (pair, target) => {
    const sources = before.get(pair) ?? NONE;
    const texts = targetsBefore.get(target) ?? NONE;
    return ({ expected, keyId: id }, current) =>
      texts.get(id) !== current.text ||
      sources.get(keyId(expected.unit.key)) !== expected.unit.text;
  };
}

function textsOf(document: Document | undefined): Texts {
  return new Map(document?.units.map(({ key, text }) => [keyId(key), text]));
}

async function commitOf(root: string, ref: string): Promise<string> {
  const isName = ref !== '' && !ref.startsWith('-') && !/\s/.test(ref);
  const args = ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`];
  const [commit] = isName ? linesOf(await git(root, args)) : [];
  if (commit !== undefined) return commit;
  throw new EngineError(
    'unknown-revision',
    `git has no revision "${ref}" here.`,
    'Check its name. If the checkout is shallow, as in CI, fetch it first: git fetch origin main.',
  );
}

/** The files that a commit has, by path relative to the root. */
async function contentsAt(
  root: string,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  // A line is a name.
  const asked = paths.filter((path) => !path.includes('\n'));
  const ids = await idsOf(
    root,
    asked.map((path) => `${commit}:./${path}`),
  );
  const contents = new Map<string, Buffer>();
  const there = new Set(ids.filter((id) => id !== undefined));
  for await (const [id, content] of contentsOf(root, [...there])) contents.set(id, content);
  return new Map(
    asked.flatMap((path, at) => {
      const content = contents.get(ids[at] ?? '');
      return content === undefined ? [] : [[path, content] as const];
    }),
  );
}
