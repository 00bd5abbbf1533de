import { type Key, keyId, type Recall } from '../../../model/index.js';
import { alignCues, type Alignment } from './align.js';
import { type Cue, type CueOptions, namer, readCues, startOf } from './cues.js';
import { cueText, type Group, groupCues, targetGroups } from './group.js';
import { linesOf, withoutTags } from './seam.js';
import { widthOf } from './share.js';

/** The facts about a document, besides its units, that edits need. */
export class State {
  readonly text: string;
  readonly hasBlocks: boolean;
  readonly cues: readonly Cue[];
  /** Texts of the cues, without line breaks. */
  readonly texts: readonly string[];
  readonly groups: readonly Group[];
  /** In a target: how its cues correspond to the source's. */
  readonly alignment: Alignment | undefined;
  readonly recall: Recall;
  #index: Map<string, Group> | undefined;
  #width: number | undefined;

  /**
   * @param given with the source of a target
   * @throws FormatError `too-large`
   */
  constructor(
    text: string,
    given: CueOptions & {
      readonly source?: State | undefined;
      readonly recall?: Recall | undefined;
    } = {},
  ) {
    const { source, recall, ...options } = given;
    this.text = text;
    this.hasBlocks = options.hasBlocks ?? false;
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
   * The most columns of a line: those of the widest cue with line breaks (at least 32), or else 42.
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
    const name = namer();
    return groupCues(cues, texts.map(withoutTags)).map((group) => {
      const first = cues[group[0] ?? 0];
      return { key: [first === undefined ? '' : name(startOf(text, first))], cues: group };
    });
  }
}
