import { keyId, type Key, type Recall } from '../../../model/index.js';
import { alignCues, type Alignment } from './align.js';
import { readCues, startOf, type Cue, type CueOptions } from './cues.js';
import { cueText, groupCues, type Group } from './group.js';
import { linesOf } from './seam.js';
import { namer } from './names.js';
import { widthOf } from './share.js';
import { mayHaveTags, withoutTags } from './tags.js';
import { targetGroups } from './target-groups.js';

export interface StateOptions extends CueOptions {
  /** For a target. */
  readonly source?: State | undefined;
  readonly recall?: Recall | undefined;
}

/** What edits need to know of a document beside its units. */
export class State {
  readonly text: string;
  readonly hasBlocks: boolean;
  readonly cues: readonly Cue[];
  /** Texts of the cues, without line breaks. */
  readonly texts: readonly string[];
  readonly groups: readonly Group[];
  /** Of a target: how its cues belong to its source's. */
  readonly alignment: Alignment | undefined;
  readonly recall: Recall;
  /** False: no cue of the file holds a tag. */
  readonly tagged: boolean;
  #index: Map<string, Group> | undefined;
  #width: number | undefined;

  /** @throws FormatError `too-large` */
  constructor(text: string, { source, recall, ...options }: StateOptions = {}) {
    this.text = text;
    this.hasBlocks = options.hasBlocks ?? false;
    this.tagged = mayHaveTags(text);
    this.cues = readCues(text, options);
    this.texts = this.cues.map((cue) => cueText(text, cue));
    this.recall = recall ?? (() => undefined);
    this.alignment = source && alignCues(this.cues, source.cues);
    this.groups =
      source === undefined || this.alignment === undefined
        ? this.#ownGroups()
        : targetGroups(this, source, this.alignment);
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
}
