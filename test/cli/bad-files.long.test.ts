import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/public.js';
import type { KnownFormat } from '../../src/formats/endings.js';
import { decodeText } from '../../src/formats/kit/encoding.js';
import { FormatError } from '../../src/model/index.js';
import { BAD_INPUTS } from '../formats/support/bad-inputs.js';
import { Project } from '../support/project.js';

/** Two real processes for each format, on a machine that may be busy. */
const TIMEOUT = 60_000;

interface BadFile {
  readonly what: string;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Every bad input of a format as a file of a project: as a target, or as the file of all locales. */
function badFilesOf(format: KnownFormat): readonly BadFile[] {
  const { file, inputs } = BAD_INPUTS[format];
  const all: readonly (readonly [string, Uint8Array])[] = [
    ...Object.entries(inputs).map(([what, text]) => [what, Buffer.from(text)] as const),
    ['a NUL', Buffer.from(file('\0'))],
    ['markers of a merge', Buffer.from(`${file('x')}<<<<<<< HEAD\n=======\n>>>>>>> b\n`)],
    ['another encoding', Buffer.from(file('é'), 'latin1')],
  ];
  const [ending = ''] = formats[format].extensions;
  const name = formats[format].capabilities.multilingual === true ? 'all' : 'de';
  return all.map(([what, bytes], n) => ({ what, path: `c${n}/${name}${ending}`, bytes }));
}

function projectOf(format: KnownFormat, bad: readonly BadFile[]): Project {
  const [ending = ''] = formats[format].extensions;
  const isOne = formats[format].capabilities.multilingual === true;
  const catalogs = bad.map(({ path }, n) =>
    isOne
      ? `  - { source: ${path}, target: ${path}, format: ${format} }\n`
      : `  - { files: 'c${n}/{locale}${ending}', format: ${format} }\n`,
  );
  const project = new Project({
    'service.config.yaml': `version: 1\nservice: { url: embedded, backend: { engine: pseudo } }\nsource: en\ntargets: [de]\ncatalogs:\n${catalogs.join('')}`,
  });
  bad.forEach(({ path, bytes }, n) => {
    if (!isOne) project.write(`c${n}/en${ending}`, BAD_INPUTS[format].file('x'));
    project.write(path, bytes);
  });
  return project;
}

interface Said {
  readonly isRefused: boolean;
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The error of a codec, or the first problem that it has with what it reads all the same. */
function saidOf(format: KnownFormat, { path, bytes }: BadFile): Said | undefined {
  const codec = formats[format];
  try {
    const text = decodeText(bytes, path, codec.capabilities);
    const [problem] = codec.parse(text, { file: path }).problems;
    if (problem === undefined) return undefined;
    const { code, line = 0, column = 0, message } = problem;
    return { isRefused: false, code, line, column, message };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, line, column, detail } = error;
    return { isRefused: true, code, line, column, message: detail };
  }
}

describe.each(Object.keys(formats) as KnownFormat[])('%s', (format) => {
  it(
    'says of each bad file what and where it is, and leaves it',
    { timeout: TIMEOUT },
    async () => {
      const bad = badFilesOf(format);
      const project = projectOf(format, bad);
      for (const command of ['check', 'sync']) {
        const run = await project.run([command]);
        const said = run.stdout + run.stderr;
        expect(run.code, said).toBe(2);
        expect(said).not.toMatch(/\n\s+at |TypeError|RangeError/);
        for (const file of bad) {
          const one = saidOf(format, file);
          if (one === undefined) continue;
          const { line, column, message, isRefused } = one;
          const expected = message.replace(/[.].*$/s, '').slice(0, 30);
          const told = said
            .split('\n')
            .filter((text) => text.includes(`${file.path}:${line}:${column}`));
          expect(told.join('\n'), `${command}: ${file.what}\n${said}`).toContain(expected);
          if (isRefused)
            expect(readFileSync(project.path(file.path)).equals(file.bytes)).toBe(true);
        }
      }
    },
  );
});
