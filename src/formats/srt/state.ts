import { keyId, type Key, type Unit } from '../../model/index.js';
import { alignCues } from './align.js';
import { readCues, startOf, type Cue } from './cues.js';
import { cueText, groupCues } from './group.js';
import { linesOf } from './seam.js';
import { widthOf } from './share.js';
import { mayHaveTags, withoutTags } from './tags.js';

/** A unit: its key and its cues, as positions in the file. */
export interface Group extends Pick<Unit, 'key' | 'formerKey' | 'standsFor' | 'incomplete'> {
  readonly cues: readonly number[];
}

/** What edits need to know of a document beside its units. */
export class State {
  readonly text: string;
  readonly cues: readonly Cue[];
  /** Texts of the cues, without line breaks. */
  readonly texts: readonly string[];
  readonly groups: readonly Group[];
  /** False: no cue of the file holds a tag. */
  readonly tagged: boolean;
  #index: Map<string, Group> | undefined;
  #width: number | undefined;

  constructor(text: string, source: State | undefined, file?: string) {
    this.text = text;
    this.tagged = mayHaveTags(text);
    this.cues = readCues(text, file);
    this.texts = this.cues.map((cue) => cueText(text, cue));
    this.groups = source === undefined ? this.#ownGroups() : this.#groupsOf(source);
  }

  find(key: Key): Group | undefined {
    this.#index ??= new Map(this.groups.map((group) => [keyId(group.key), group]));
    return this.#index.get(keyId(key));
  }

  raw(cue: Cue): string {
    return this.text.slice(cue.textStart, cue.textEnd);
  }

  /**
   * Columns of a line: the widest of those cues that are broken into lines (32 at least), else 42.
   */
  lineWidth(): number {
    if (this.#width !== undefined) return this.#width;
    let width = 0;
    for (const cue of this.cues) {
      const lines = linesOf(this.raw(cue));
      if (lines.length > 1) for (const line of lines) width = Math.max(width, widthOf(line));
    }
    this.#width = width === 0 ? 42 : Math.max(32, width);
    return this.#width;
  }

  #ownGroups(): Group[] {
    const { cues, text, texts } = this;
    // Times that only rise are different names already.
    const rising = cues.every(({ begin }, i) => i === 0 || begin > (cues[i - 1]?.begin ?? 0));
    const name = rising ? (time: string) => time : namer();
    return groupCues(cues, this.tagged ? texts.map(withoutTags) : texts).map((group) => {
      const first = cues[group[0] ?? 0];
      return { key: [first === undefined ? '' : name(startOf(text, first))], cues: group };
    });
  }

  /**
   * The source's groups, by the counterparts of its cues; cues that the source has not stand alone.
   */
  #groupsOf(source: State): Group[] {
    const counterparts = alignCues(this.cues, source.cues);
    const groupAt: Group[] = [];
    for (const group of source.groups) for (const cue of group.cues) groupAt[cue] = group;
    const runs: { readonly cues: number[]; readonly origin: Group | undefined }[] = [];
    const known = new Map<Group, number[]>();
    counterparts.forEach((counterpart, i) => {
      const origin = groupAt[counterpart];
      const run = origin === undefined ? undefined : known.get(origin);
      if (run !== undefined) {
        run.push(i);
        return;
      }
      const cues = [i];
      if (origin !== undefined) known.set(origin, cues);
      runs.push({ cues, origin });
    });
    const formerName = namer();
    const nameOf = namer(source.groups.map(({ key }) => key[0] ?? ''));
    return runs.map(({ cues, origin }): Group => {
      const [at = 0] = cues;
      const first = this.cues[at];
      const time = first === undefined ? '' : startOf(this.text, first);
      const former = formerName(time);
      const counterpart = source.cues[counterparts[at] ?? -1];
      // At another time it is another unit, as one whose key was renamed.
      const moved = first?.begin !== counterpart?.begin;
      const key = origin === undefined || moved ? [nameOf(time)] : origin.key;
      return {
        key,
        cues,
        ...(former !== key[0] && { formerKey: [former] }),
        ...(origin !== undefined && moved && { standsFor: origin.key }),
        ...(origin !== undefined && cues.length < origin.cues.length && { incomplete: true }),
      };
    });
  }
}

/** Names by start time, `#2` and so on behind those that are taken. */
function namer(taken: readonly string[] = []): (time: string) => string {
  const used = new Map(taken.map((name) => [name, 1]));
  return (time) => {
    let count = (used.get(time) ?? 0) + 1;
    while (count > 1 && used.has(`${time}#${count}`)) count += 1;
    used.set(time, count);
    const name = count === 1 ? time : `${time}#${count}`;
    used.set(name, count);
    return name;
  };
}
