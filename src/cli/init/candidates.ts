import { isKnownLocale, localeOfName } from './locale-names.js';

/** One way to read a path as a file of a locale. */
export interface Candidate {
  readonly path: string;
  readonly locale: string;
  /** What files of one catalog have in common. */
  readonly group: string;
  readonly folder: string;
  /** Path below `folder`, with `{locale}` for the locale. */
  readonly rest: string;
}

/** Every way to read a path: the locale as a folder, as a file's name, or at its end. */
export function candidatesOf(path: string): Candidate[] {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  const ending = name.slice(name.lastIndexOf('.'));
  const named = localeOfName(name.slice(0, name.length - ending.length));
  const found: Candidate[] = [];
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    if (!isKnownLocale(segment)) continue;
    const folder = segments.slice(0, index).join('/');
    const inside = segments.slice(index + 1, -1).map((part) => mask(part, segment));
    const twice = named?.locale === segment;
    const last = twice ? `${named.before}{locale}${ending}` : name;
    const rest = ['{locale}', ...inside, last].join('/');
    const group = [folder, 'folder', twice ? 'named' : '', ending].join('\0');
    found.push({ path, locale: segment, group, folder, rest });
  }
  if (named !== undefined) {
    const folder = segments.slice(0, -1).join('/');
    // `a.en.yml` and `b.en.yml` are one catalog; `a_en` and `b_en` may be anything.
    const before = named.before.endsWith('.') ? '.' : named.before;
    const group = [folder, 'name', before, ending].join('\0');
    const rest = `${named.before}{locale}${ending}`;
    found.push({ path, locale: named.locale, group, folder, rest });
  }
  return found;
}

function mask(segment: string, locale: string): string {
  return segment === locale ? '{locale}' : segment;
}

/** Files that one catalog could name. */
export interface Group {
  readonly candidates: readonly Candidate[];
  readonly locales: ReadonlySet<string>;
}

/** Every group of these paths; a path is in as many as there are ways to read it. */
export function groupCandidates(paths: readonly string[]): Group[] {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of paths.flatMap(candidatesOf)) {
    const group = groups.get(candidate.group) ?? [];
    groups.set(candidate.group, group);
    group.push(candidate);
  }
  return [...groups.values()].map(groupOf);
}

export function groupOf(candidates: readonly Candidate[]): Group {
  return { candidates, locales: new Set(candidates.map(({ locale }) => locale)) };
}
