import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Inputs } from '../../src/engine/load/inputs.js';
import type { RunPlan } from '../../src/engine/units/row.js';
import type { WriteContext } from '../../src/engine/write/target-file.js';
import type { EngineEvent } from '../../src/model/index.js';
import { temporaryFolder } from '../state/temporary.js';
import { compareTexts } from '../support/comparison.js';
import type { Comparison, ComparisonInput } from '../support/comparison.js';
import { planFor } from '../support/plan.js';

/** A project on the disk, as it was when its files were compared. */
export class Folder {
  readonly root: string;
  readonly events: EngineEvent[] = [];
  readonly comparison: Comparison;
  readonly plan: RunPlan;

  constructor(root: string, comparison: Comparison) {
    this.root = root;
    this.comparison = comparison;
    this.plan = planFor(comparison);
    for (const { targets } of comparison.pairs) {
      for (const { path, document } of targets) {
        if (document !== undefined) this.put(path, document.text);
      }
    }
  }

  static async of(input: ComparisonInput): Promise<Folder> {
    const root = temporaryFolder();
    return new Folder(root, await compareTexts({ ...input, root }));
  }

  get context(): WriteContext {
    return {
      root: this.root,
      state: join(this.root, '.locale-sync'),
      inputs: new Inputs(this.root),
      parsed: undefined,
      onEvent: (event) => this.events.push(event),
    };
  }

  put(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(path: string): string | undefined {
    try {
      return readFileSync(join(this.root, path), 'utf8');
    } catch {
      return undefined;
    }
  }
}
