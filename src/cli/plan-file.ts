import { statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readRegularText, specialKind } from '../disk/regular-file.js';
import { systemFailure } from '../disk/system-error.js';
import { EngineError } from '../index.js';
import type { Plan, SavedPlan } from '../index.js';
import { jsonText } from '../sinks/json.js';
import type { CommonFlags } from './flags.js';
import { folderOf } from './io.js';
import type { Io } from './io.js';

const FORMAT = 'locale-sync plan v1';
const MAKE = 'Make one with `locale-sync plan --out FILE`.';

interface PlanFile {
  readonly file: string;
  readonly plan: Plan;
}

/**
 * Writes the file of `plan --out`: the plan as JSON, to read and for `sync --plan`. Overwrites only
 * an earlier plan.
 * @throws EngineError 'plan-not-written'
 */
export function writePlanFile(io: Io, flags: CommonFlags, { file, plan }: PlanFile): void {
  const { selection, files, digest, report, items } = plan;
  const content = { format: FORMAT, digest, selection, files, report, items };
  const path = pathOf(io, flags, file);
  const special = specialKind(path);
  if (special !== undefined) {
    const message = `${file} is ${special}, not a regular file, so it was not changed.`;
    throw new EngineError('plan-not-written', message, 'Name another file with --out.');
  }
  if (isSomethingElse(path)) {
    const message = `${file} already exists and is not a plan, so it was not changed.`;
    throw new EngineError('plan-not-written', message, 'Name another file with --out.');
  }
  try {
    writeFileSync(path, `${jsonText(content, 2)}\n`);
  } catch (error) {
    const { why, advice } = systemFailure(error);
    const message = `The plan cannot be written to ${file}: ${why}`;
    throw new EngineError('plan-not-written', message, `${advice}, or name another file.`);
  }
}

function isSomethingElse(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const text = readRegularText(path);
  return text !== '' && !isPlan(parsed(text));
}

/** @throws EngineError 'plan-invalid' */
export function readPlanFile(io: Io, flags: CommonFlags, file: string): SavedPlan {
  const path = pathOf(io, flags, file);
  let content: unknown;
  try {
    content = JSON.parse(readRegularText(path));
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) {
      throw new EngineError('plan-invalid', `there is no file ${file}`, MAKE);
    }
    throw new EngineError(
      'plan-invalid',
      `${file} cannot be read as a plan: ${notJson(error)}`,
      MAKE,
    );
  }
  if (!isPlan(content)) {
    throw new EngineError('plan-invalid', `${file} is not a plan made by this version.`, MAKE);
  }
  const { digest, selection, files } = content;
  return { digest, selection, files };
}

/** Whether it has the shape of a plan. An edited plan is refused later as out of date. */
function isPlan(content: unknown): content is SavedPlan {
  if (!isObject(content) || content['format'] !== FORMAT) return false;
  const { digest, selection, files } = content;
  return typeof digest === 'string' && isObject(selection) && isObject(files);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Not Node's own message, which would quote the file. */
function notJson(error: unknown): string {
  return error instanceof SyntaxError ? 'it is not valid JSON' : said(error);
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function pathOf(io: Io, { cwd }: CommonFlags, file: string): string {
  return resolve(folderOf(io, cwd), file);
}
