import { replaceValue } from './reading.js';
import type { Random } from './random.js';
import type { Repository, SourceFile, Text } from './repository.js';
import { containersOf, leavesOf } from './source.js';
import type { Box, Leaf, List, Path } from './source.js';

/**
 * What was done since everything was last in step, and with it cannot be known any more by anybody.
 */
export interface Since {
  /**
   * Source texts of keys that went: of two keys that had the same text nobody can tell which went
   * where.
   */
  readonly gone: Set<string>;
  /** Something was renamed: its text still stands under the old key. */
  moved: boolean;
  lostLock: boolean;
  /** The lock speaks of another time. */
  oldLock: boolean;
  /**
   * Either was so at any time: the lock need not know what the source dropped, which then stays.
   */
  forgot: boolean;
}

export interface Stage {
  readonly repository: Repository;
  readonly since: Since;
  /** A lock of an earlier time. */
  keptLock: string;
}

export const LOCK = 'locale-sync.lock';

type Happening = (stage: Stage, random: Random) => void;

/** What people and their tools do to a repository. */
export const HAPPENINGS = {
  change: ({ repository }, random) => {
    const isFree = ({ leaf, list }: Text): boolean => leaf.settled && list?.changed !== true;
    const text = repository.choose(random, isFree);
    if (text === undefined) return;
    text.leaf.text = repository.newText(text.file.format);
    text.leaf.settled = false;
    repository.save(text.file);
  },
  add: ({ repository }, random) => {
    const file = random.of(repository.files);
    const box = file && random.of(containersOf(file.root).filter((one) => one.type === 'box'));
    if (file === undefined || box === undefined) return;
    repository.addTo(box, file.format);
    repository.save(file);
  },
  remove: ({ repository, since }, random) => {
    const text = repository.choose(random, ({ file, list }) => list === undefined && hasMore(file));
    if (text === undefined || isGone([text.leaf], since)) return;
    takeOut(text.file.root, text.path);
    repository.save(text.file);
  },
  rename: ({ repository, since }, random) => {
    const text = repository.choose(
      random,
      ({ leaf, list, file }) => leaf.settled && list === undefined && file.format !== 'srt',
    );
    if (text === undefined || since.lostLock || isGone([text.leaf], since)) return;
    const parent = boxAt(text.file.root, text.path.slice(0, -1));
    const name = repository.newName(text.file.format);
    if (parent.members.has(name)) return;
    const renamed = [...parent.members].map(
      ([key, node]) => [node === text.leaf ? name : key, node] as const,
    );
    parent.members = new Map(renamed);
    move([text.leaf], since);
    repository.save(text.file);
  },
  moveToOtherFile: ({ repository, since }, random) => {
    const text = repository.choose(
      random,
      ({ leaf, list, file }) =>
        leaf.settled && list === undefined && file.format !== 'srt' && hasMore(file),
    );
    const to = random.of(repository.files.filter(({ format }) => format === text?.file.format));
    const name = text?.path.at(-1) ?? '';
    if (text === undefined || to === undefined || to.root.members.has(name)) return;
    if (since.lostLock || isGone([text.leaf], since)) return;
    takeOut(text.file.root, text.path);
    to.root.members.set(name, text.leaf);
    move([text.leaf], since);
    repository.save(text.file);
    repository.save(to);
  },
  putInOtherOrder: ({ repository }, random) => {
    const file = random.of(repository.files);
    if (file === undefined) return;
    file.root.members = new Map([...file.root.members].sort(() => random.next() - 0.5));
    repository.save(file);
  },
  changeArray: ({ repository, since }, random) => {
    const arrays = repository.files.flatMap((file) =>
      containersOf(file.root).flatMap((list) => (list.type === 'list' ? [{ file, list }] : [])),
    );
    const found = random.of(arrays.filter(({ list }) => isKnown(list)));
    if (found === undefined || since.lostLock || since.oldLock) return;
    const { file, list } = found;
    const { items } = list;
    const at = random.below(items.length);
    if (random.chance(0.4)) items.splice(at, 0, repository.newElement(file.format, items[0]));
    else {
      const leaves = [...(items[at] === undefined ? [] : leavesOf(items[at]))].map(
        ({ leaf }) => leaf,
      );
      const stays = random.chance(0.5);
      if (items.length < 3 || (!stays && isGone(leaves, since))) return;
      const [item] = items.splice(at, 1);
      if (stays && item !== undefined) items.splice(random.below(items.length + 1), 0, item);
    }
    list.changed = true;
    since.moved = true;
    repository.save(file);
  },
  retime: ({ repository, since }, random) => {
    const file = repository.files.find(({ format }) => format === 'srt');
    const leaves = file === undefined ? [] : [...leavesOf(file.root)].map(({ leaf }) => leaf);
    if (file === undefined || !leaves.every(({ settled }) => settled)) return;
    if (since.lostLock || since.oldLock || isGone(leaves, since)) return;
    const later = 100 + random.below(5000);
    for (const leaf of leaves) {
      leaf.start += later;
      leaf.end += later;
    }
    move(leaves, since);
    repository.save(file);
  },
  edit: (stage, random) => edit(stage, random, { sound: true }),
  editBadly: (stage, random) => edit(stage, random, { sound: false }),
  empty: ({ repository, since }, random) => {
    const locale = random.of(repository.targets) ?? '';
    const isFree = ({ file, leaf, list }: Text): boolean =>
      file.format !== 'srt' && list === undefined && !leaf.moved;
    const text = repository.choose(random, isFree);
    if (text === undefined || since.moved || !write(repository, text, { locale, text: '' })) return;
    text.leaf.owners.set(locale, { who: 'person', text: '' });
  },
  loseFile: ({ repository, since }, random) => {
    const file = random.of(repository.files);
    const locale = random.of(repository.targets) ?? '';
    if (file === undefined || since.moved) return;
    repository.project.remove(repository.targetPath(file, locale));
    for (const { leaf } of leavesOf(file.root)) {
      leaf.owners.set(locale, { who: 'machine' });
      leaf.settled = false;
    }
  },
  loseLock: ({ repository, since }) => {
    if (since.moved) return;
    repository.project.remove(LOCK);
    since.lostLock = since.forgot = true;
    adopt(repository);
  },
  loseState: ({ repository }) => repository.project.remove('.locale-sync'),
  keepLock: (stage) => {
    stage.keptLock = lockOf(stage.repository);
  },
  mergeLock: ({ repository, since, keptLock }, random) => {
    if (since.moved || keptLock === '') return;
    const now = lockOf(repository);
    const merged = `<<<<<<< ours\n${now}=======\n${keptLock}>>>>>>> theirs\n`;
    repository.project.write(LOCK, random.of([keptLock, now + keptLock, merged]) ?? '');
    since.oldLock = since.forgot = true;
    for (const { leaf } of repository.texts()) {
      leaf.settled = false;
      for (const locale of repository.targets)
        if (leaf.owners.get(locale)?.who !== 'person') leaf.owners.set(locale, { who: 'either' });
    }
  },
  configure: ({ repository }, random) => {
    const options = ['', 'formality: prefer_more', 'formality: prefer_less', 'context: A shop'];
    const rules = ['', 'surrounding-space: error', 'forbidden-characters: error', 'markup: off'];
    repository.configure(
      `translate: { ${random.of(options) ?? ''} }\nrules: { ${random.of(rules) ?? ''} }\n`,
    );
  },
} as const satisfies Record<string, Happening>;

function lockOf({ project }: Repository): string {
  return project.has(LOCK) ? project.read(LOCK) : '';
}

function hasMore({ root }: SourceFile): boolean {
  return [...leavesOf(root)].filter(({ leaf }) => !leaf.raw).length > 3;
}

/** The lock knows all that stands in it. */
function isKnown(list: List): boolean {
  if (list.edited) return false;
  return list.changed || [...leavesOf(list)].every(({ leaf }) => leaf.settled && !leaf.moved);
}

function isGone(leaves: readonly Leaf[], { gone }: Since): boolean {
  const was = leaves.some(({ text }) => gone.has(text));
  for (const { text } of leaves) gone.add(text);
  return was || new Set(leaves.map(({ text }) => text)).size < leaves.length;
}

function move(leaves: readonly Leaf[], since: Since): void {
  since.moved = true;
  for (const leaf of leaves) {
    leaf.settled = false;
    leaf.moved = true;
  }
}

function boxAt(root: Box, path: Path): Box {
  let box = root;
  for (const name of path) {
    const member = box.members.get(name);
    if (member?.type === 'box') box = member;
  }
  return box;
}

function takeOut(root: Box, path: Path): void {
  const parent = boxAt(root, path.slice(0, -1));
  parent.members.delete(path.at(-1) ?? '');
  if (parent.members.size === 0) takeOut(root, path.slice(0, -1));
}

function edit({ repository }: Stage, random: Random, { sound }: { readonly sound: boolean }): void {
  const locale = random.of(repository.targets) ?? '';
  const chosen = repository.choose(
    random,
    ({ leaf, list }) => !leaf.moved && list?.changed !== true,
  );
  if (chosen === undefined) return;
  const { leaf, file, list } = chosen;
  const marks = sound ? (leaf.text.match(/[{%]*\{\w+\}+/g) ?? []) : [];
  const [open, close] = sound && leaf.text.includes('<b>') ? ['<b>', '</b>'] : ['', ''];
  const said = `${open}Hand ${repository.next()}${close}${marks.map((mark) => ` ${mark}`).join('')}`;
  const text = file.format === 'srt' ? `${said}.` : said;
  if (!write(repository, chosen, { locale, text })) return;
  leaf.owners.set(locale, { who: 'person', text });
  if (list !== undefined) list.edited = true;
}

function write(
  repository: Repository,
  { file, key }: Text,
  { locale, text }: { readonly locale: string; readonly text: string },
): boolean {
  const { project } = repository;
  const path = repository.targetPath(file, locale);
  if (!project.has(path)) return false;
  const next = replaceValue(file.format, project.read(path), { locale, key, text });
  if (next === undefined) return false;
  project.write(path, next);
  return true;
}

/** Without a lock all that stands is taken for a person's. */
function adopt(repository: Repository): void {
  for (const { file, leaf, key } of repository.texts()) {
    leaf.settled = false;
    for (const locale of repository.targets) {
      const value = repository.values(file, locale).get(key.join('\u0001'));
      if (value !== undefined && value.text !== '')
        leaf.owners.set(locale, { who: 'person', text: value.text });
    }
  }
}
