import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EngineError } from '../index.js';
import type { Plan, SavedPlan } from '../index.js';
import type { CommonFlags } from './flags.js';
import type { Io } from './io.js';

const FORMAT = 'locale-sync plan v1';

interface PlanFile {
  readonly file: string;
  readonly plan: Plan;
}

/** `plan --out`: the plan as JSON, for people to read and for `sync --plan`. */
export function writePlanFile(io: Io, flags: CommonFlags, { file, plan }: PlanFile): void {
  const { selection, files, digest, report, items } = plan;
  const content = { format: FORMAT, digest, selection, files, report, items };
  writeFileSync(pathOf(io, flags, file), `${JSON.stringify(content, null, 2)}\n`);
}

/** @throws EngineError 'plan-invalid' */
export function readPlanFile(io: Io, flags: CommonFlags, file: string): SavedPlan {
  try {
    const content = JSON.parse(readFileSync(pathOf(io, flags, file), 'utf8')) as Partial<
      SavedPlan & { format: string }
    >;
    const { format, digest, selection, files } = content;
    if (
      format === FORMAT &&
      digest !== undefined &&
      selection !== undefined &&
      files !== undefined
    ) {
      return { digest, selection, files };
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new EngineError('plan-invalid', `${file} cannot be read as a plan: ${message}`);
  }
  throw new EngineError(
    'plan-invalid',
    `${file} is no plan of this version.`,
    'Make one with `locale-sync plan --out FILE`.',
  );
}

function pathOf(io: Io, { cwd }: CommonFlags, file: string): string {
  return resolve(io.cwd, cwd ?? '.', file);
}
