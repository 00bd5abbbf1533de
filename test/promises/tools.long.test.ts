import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decode, formats } from '../../src/formats/public.js';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';
import { SAMPLES, type Sample } from './tools/samples.js';
import { isInstalled, type Tool } from './tools/tools.js';

const TIMEOUT = 300_000;

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

interface Case extends Sample {
  readonly format: keyof typeof SAMPLES;
}

/** Every sample with each of its tools; a format without any does not compile. */
const cases: readonly Case[] = Object.entries(SAMPLES).flatMap(([format, samples]) =>
  samples.map((sample): Case => ({ ...sample, format: format as Case['format'] })),
);

describe.each(cases)('$format, $title', (sample) => {
  const tools = sample.tools.filter(isInstalled);
  for (const { name, packages } of sample.tools.filter((tool) => !isInstalled(tool)))
    console.info(`${name} is not installed (${packages}): ${sample.format} is tested without it.`);

  test.runIf(tools.length > 0)(
    `${tools.map(({ name }) => name).join(', ')}: what sync wrote is accepted`,
    { timeout: TIMEOUT },
    async () => {
      const config = {
        ...{ version: 1, source: 'en', targets: ['de', 'pl'] },
        catalogs: [sample.catalog],
      };
      const project = new Project({
        'service.config.json': JSON.stringify(config),
        ...sample.files,
      });
      project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
      const report = await project.report(['sync']);
      expect(report).toMatchObject({ ok: true, code: 0, problems: [] });
      expect(report.locales).toMatchObject({ pl: { translated: sample.texts } });
      for (const locale of ['de', 'pl'])
        for (const tool of tools) checkFile(project, sample, { locale, tool });
      expect(await project.report(['sync'])).toMatchObject({ texts: 0, files: { written: 0 } });
    },
  );
});

/** The tool takes the file, and sees in it the texts that the codec sees. */
function checkFile(
  project: Project,
  { format, target, source, human }: Case,
  { locale, tool }: { readonly locale: string; readonly tool: Tool },
): void {
  const path = target.replace('{locale}', locale);
  const theirs = tool.texts({
    ...{ path: project.path(path), source: project.path(source) },
    locale,
  });
  if (theirs === undefined) return;
  const codec = formats[format];
  const { text, encoding } = decode(readFileSync(project.path(path)), path);
  const origin = codec.parse(project.read(source), { role: 'source', locale: 'en' });
  const options = { role: 'target', locale, source: origin, encoding } as const;
  const ours = codec
    .parse(text, options)
    .units.filter(({ kind, translate }) => kind === 'text' && translate !== false);
  expect(theirs.toSorted(), `${tool.name}: ${text}`).toEqual(
    ours.map((unit) => unit.text).toSorted(),
  );
  if (locale === 'de') expect(theirs).toContain(human);
}
