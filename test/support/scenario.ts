import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { startService } from '../../src/service/index.js';
import type { Counters, FaultInput, RunningService } from '../../src/service/index.js';
import { Project } from './project.js';

/**
 * A file of `test/promises/scenarios`: the initial files, the steps, and what must hold after each.
 */
export interface Scenario {
  /** The rule that the scenario shows, which is the title of its test. */
  readonly rule: string;
  /** Content of the config. Default: `locales/{locale}.json` from en to de. */
  readonly config?: string;
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

/** Actions in this order, and then what must hold. */
export interface Step {
  readonly write?: Readonly<Record<string, string>>;
  /** Path → text to find, and its replacement. */
  readonly replace?: Readonly<Record<string, readonly [from: string, to: string]>>;
  readonly copy?: Readonly<Record<string, string>>;
  readonly move?: Readonly<Record<string, string>>;
  readonly delete?: readonly string[];
  /**
   * Requests to the service, for example for its glossaries. `$name` refers to an id from an
   * earlier answer.
   */
  readonly asks?: readonly Ask[];
  readonly faults?: readonly FaultInput[];
  readonly env?: Readonly<Record<string, string>>;
  /** Command line; `--json` is added. */
  readonly run?: string;
  readonly exit?: number;
  /** Dotted path into the report → value. */
  readonly report?: Readonly<Record<string, unknown>>;
  /**
   * For each entry, one problem with at least these fields. A string is searched for in the
   * message.
   */
  readonly problems?: readonly Readonly<Record<string, unknown>>[];
  /** True if there are no other problems. */
  readonly onlyProblems?: boolean;
  /** Change of the service's counters in this step. */
  readonly service?: Readonly<Partial<Record<keyof Counters, number>>>;
  /** JSON catalog → dotted key → text. `$machine`: a text of the service, `$absent`: no text. */
  readonly texts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** File → strings that it contains. */
  readonly contains?: Readonly<Record<string, readonly string[]>>;
  readonly lacks?: Readonly<Record<string, readonly string[]>>;
  /** Files whose bytes the step did not change. */
  readonly unchanged?: readonly string[];
  readonly absent?: readonly string[];
}

export interface Ask {
  /** `POST /v3/glossaries` */
  readonly call: string;
  readonly body: unknown;
  /** Field of the answer that contains an id, and the name for it from here on. */
  readonly id?: readonly [field: string, name: string];
}

export const KEY = 'test-key';
export const CONTROL = 'test-control';

export const JSON_CONFIG = `version: 1
source: en
targets: [de]
catalogs:
  - files: locales/{locale}.json
`;

const FOLDER = resolve(import.meta.dirname, '../promises/scenarios');

/** Real processes on a machine that may be busy. */
const TIMEOUT = 300_000;

/** Folders of scenarios. */
export const AREAS: readonly string[] = readdirSync(FOLDER);

/** A test for each scenario of these folders. */
export function playScenarios(areas: readonly string[]): void {
  describe.each(areas)('%s', (area) => {
    for (const file of readdirSync(resolve(FOLDER, area)).sort()) {
      const scenario = readScenario(resolve(FOLDER, area, file));
      const title = `${scenario.rule} (${area}/${file})`;
      test.concurrent(title, { timeout: TIMEOUT }, async ({ onTestFinished }) => {
        await playScenario(scenario, onTestFinished);
      });
    }
  });
}

export function readScenario(path: string): Scenario {
  return parse(readFileSync(path, 'utf8')) as Scenario;
}

/** A separate service for a test, with its own counters and faults. */
export function startTestService(faults: readonly FaultInput[] = []): Promise<RunningService> {
  return startService({ engine: 'pseudo', keys: [KEY], control: CONTROL, faults });
}

/** Changes the simulated faults from here on. */
export async function setFaults(url: string, faults: readonly FaultInput[]): Promise<void> {
  const answer = await fetch(`${url}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-control-token': CONTROL },
    body: JSON.stringify({ faults }),
  });
  if (!answer.ok) throw new Error(`faults refused: ${await answer.text()}`);
}

/** Runs a scenario with the built command and an embedded service. */
export async function playScenario(
  { config = JSON_CONFIG, files, steps }: Scenario,
  finished: (task: () => void | Promise<void>) => void,
): Promise<void> {
  const service = await startTestService();
  finished(() => service.close());
  const ids = new Map<string, string>();
  const project = new Project({ 'service.config.yaml': config, ...files }, 'scenario', finished);
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  for (const [at, step] of steps.entries()) {
    const label = `step ${at + 1}${step.run === undefined ? '' : ` (${step.run})`}`;
    await playStep(step, { project, service, label, ids });
  }
}

interface Stage {
  readonly project: Project;
  readonly service: RunningService;
  readonly label: string;
  /** Ids from the service, by name. */
  readonly ids: Map<string, string>;
}

async function playStep(step: Step, stage: Stage): Promise<void> {
  const { project, service, label } = stage;
  prepare(step, project);
  for (const ask of step.asks ?? []) await askService(ask, stage);
  if (step.faults !== undefined) await setFaults(service.url, step.faults);
  const bytes = project.files();
  const before = service.counters();
  if (step.run !== undefined) {
    const { code, ...report } = await project.report(step.run.split(' '), {
      env: step.env ?? {},
    });
    const about = `${label}: ${JSON.stringify(report, null, 1)}`;
    expect(code, `exit of ${about}`).toBe(step.exit ?? 0);
    checkReport(step, report, about);
  }
  checkFiles(step, { project, bytes, label });
  const after = service.counters();
  for (const [name, amount] of Object.entries(step.service ?? {})) {
    const counter = name as Exclude<keyof Counters, 'requestsByPath'>;
    expect(after[counter] - before[counter], `${label}: service ${name}`).toBe(amount);
  }
}

async function askService({ call, body, id }: Ask, { service, ids }: Stage): Promise<void> {
  const [method = 'GET', path = ''] = call.split(' ');
  const named = path.replace(/\$(\w+)/g, (_, name: string) => ids.get(name) ?? name);
  const answer = await fetch(`${service.url}${named}`, {
    method,
    headers: { authorization: `Service-Auth-Key ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
  if (id === undefined) return;
  const [field, name] = id;
  ids.set(name, String(((await answer.json()) as Record<string, unknown>)[field]));
}

function prepare(step: Step, project: Project): void {
  for (const [path, content] of Object.entries(step.write ?? {})) project.write(path, content);
  for (const [path, [from, to]] of Object.entries(step.replace ?? {})) {
    const text = project.read(path);
    if (!text.includes(from)) throw new Error(`${path} does not hold ${from}:\n${text}`);
    project.write(
      path,
      text.replace(from, () => to),
    );
  }
  for (const [from, to] of Object.entries(step.copy ?? {})) {
    project.write(to, project.read(from));
  }
  for (const [from, to] of Object.entries(step.move ?? {})) {
    renameSync(project.path(from), project.path(to));
  }
  for (const path of step.delete ?? []) {
    if (!existsSync(project.path(path))) throw new Error(`${path} is not there to be deleted`);
    project.remove(path);
  }
}

function checkReport(step: Step, report: Record<string, unknown>, about: string): void {
  for (const [path, expected] of Object.entries(step.report ?? {})) {
    expect(lookUp(report, path), `${path} of ${about}`).toEqual(expected);
  }
  const problems = report['problems'] as readonly Record<string, unknown>[];
  for (const wanted of step.problems ?? []) {
    const found = problems.some((problem) => isLike(problem, wanted));
    expect(found, `problem ${JSON.stringify(wanted)} in ${about}`).toBe(true);
  }
  if (step.onlyProblems === true) {
    expect(problems.length, `number of problems in ${about}`).toBe(step.problems?.length ?? 0);
  }
}

function isLike(problem: Record<string, unknown>, wanted: Record<string, unknown>): boolean {
  return Object.entries(wanted).every(([name, value]) =>
    name === 'message'
      ? String(problem['message']).includes(String(value))
      : problem[name] === value,
  );
}

interface FileCheck {
  readonly project: Project;
  readonly bytes: Readonly<Record<string, string>>;
  readonly label: string;
}

function checkFiles(step: Step, { project, bytes, label }: FileCheck): void {
  for (const [path, texts] of Object.entries(step.texts ?? {})) {
    const content = project.json(path);
    for (const [key, expected] of Object.entries(texts)) {
      const about = `${label}: ${key} in ${project.read(path)}`;
      const text = lookUp(content, key);
      if (expected === '$absent') expect(text, about).toBeUndefined();
      else if (expected.includes('$machine')) expect(text, about).toMatch(machinePattern(expected));
      else expect(text, about).toBe(expected);
    }
  }
  for (const [path, strings] of Object.entries(step.contains ?? {})) {
    for (const text of strings) expect(project.read(path), `${label}: ${path}`).toContain(text);
  }
  for (const [path, strings] of Object.entries(step.lacks ?? {})) {
    for (const text of strings) expect(project.read(path), `${label}: ${path}`).not.toContain(text);
  }
  const now = project.files();
  for (const path of step.unchanged ?? []) {
    expect(now[path], `${label}: bytes of ${path}`).toBe(bytes[path]);
  }
  for (const path of step.absent ?? []) {
    expect(project.has(path), `${label}: ${path} is there`).toBe(false);
  }
}

/** Matches the pseudo translation of any text: `[de Ĥéééļļöö]`. */
function machinePattern(expected: string): RegExp {
  const parts = expected
    .split('$machine')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('\\[[a-z]{2}[^\\]]*\\]')}$`, 's');
}

/** Follows a dotted path. Keys may contain dots. */
function lookUp(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = value as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(entries, path)) return entries[path];
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    if (Object.hasOwn(entries, head)) return lookUp(entries[head], path.slice(dot + 1));
  }
  return undefined;
}
