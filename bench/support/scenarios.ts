import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A project to be translated from scratch into all `TARGETS`. */
export interface Scenario {
  /** Files × strings in each. */
  readonly name: string;
  readonly files: number;
  readonly strings: number;
  /** Every text in the second half of a file also occurs in another file. */
  readonly repeats?: true;
}

export const TARGETS = ['de', 'fr', 'es', 'it', 'nl'];

export const SCENARIOS: readonly Scenario[] = [
  { name: '1×1,000', files: 1, strings: 1000 },
  { name: '200×50', files: 200, strings: 50 },
  { name: '200×10', files: 200, strings: 10 },
  { name: '40×50, half repeated', files: 40, strings: 50, repeats: true },
  { name: '1×2,000', files: 1, strings: 2000 },
  { name: '1×20,000', files: 1, strings: 20_000 },
];

/** The projects of the later runs: one large file, and very many small ones. */
export const ONE_FILE: Scenario = { name: '1×10,000', files: 1, strings: 10_000 };
export const SMALL_FILES: Scenario = { name: '2,000×5', files: 2000, strings: 5 };

const WORDS =
  'account button change customer delivery error invoice language message network order password payment price profile report search setting shipping update'.split(
    ' ',
  );

/** Text number n, 25 to 60 characters. All are different. */
function textOf(n: number): string {
  const word = (i: number): string => WORDS[Math.floor(n / WORDS.length ** i) % WORDS.length] ?? '';
  return `The ${word(0)} of your ${word(1)} needs a new ${word(2)} ${n}`;
}

function textsOf(scenario: Scenario): string[][] {
  const { files, strings, repeats } = scenario;
  const own = repeats === true ? strings / 2 : strings;
  const fresh = Array.from({ length: files }, (_, file) =>
    Array.from({ length: own }, (_, i) => textOf(file * own + i)),
  );
  if (repeats !== true) return fresh;
  return fresh.map((texts, file) => [...texts, ...(fresh[(file + 1) % files] ?? [])]);
}

/** Number of different texts per target. */
export function distinctTexts({ files, strings, repeats }: Scenario): number {
  return repeats === true ? (files * strings) / 2 : files * strings;
}

/** Number of requests with 50 texts each. All of them fit the body limit. */
export function fewestRequests(scenario: Scenario): number {
  return Math.ceil(distinctTexts(scenario) / 50) * TARGETS.length;
}

/**
 * Writes the project into a new temporary folder and returns its path. The target folders exist and
 * are empty.
 */
export function makeProject(scenario: Scenario): string {
  const folder = mkdtempSync(join(tmpdir(), 'locale-sync-bench-'));
  for (const locale of ['en', ...TARGETS]) {
    mkdirSync(join(folder, 'locales', locale), { recursive: true });
  }
  for (const [file, texts] of textsOf(scenario).entries()) {
    const page = Object.fromEntries(texts.map((text, i) => [`text_${i}`, text]));
    const name = `page-${String(file).padStart(3, '0')}.json`;
    const content = `${JSON.stringify({ page }, undefined, 2)}\n`;
    writeFileSync(join(folder, 'locales/en', name), content);
  }
  writeFileSync(
    join(folder, 'service.config.yaml'),
    `version: 1\nsource: en\ntargets: [${TARGETS.join(', ')}]\ncatalogs:\n  - files: locales/{locale}/*.json\n`,
  );
  return folder;
}
