import { describe, expect, test } from 'vitest';
import { codecFor } from '../../src/formats/public.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

/** Real processes on a machine that may be busy. */
const TIMEOUT = 300_000;

interface Sample {
  readonly name: string;
  /** Of the catalog in the config. */
  readonly catalog: string;
  readonly source: string;
  readonly target: string;
  /** A source file with these texts, in order. */
  readonly write: (texts: readonly string[]) => string;
  /** What the file says of each text of the service. */
  readonly mark?: string;
}

const numbered = (texts: readonly string[], one: (text: string, n: number) => string): string =>
  texts.map((text, n) => one(text, n + 1)).join('');

const SAMPLES: readonly Sample[] = [
  {
    name: 'JSON',
    catalog: 'files: "locales/{locale}.json"',
    source: 'locales/en.json',
    target: 'locales/de.json',
    write: (texts) => `{\n${texts.map((text, n) => `  "k${n + 1}": "${text}"`).join(',\n')}\n}\n`,
  },
  {
    name: 'YAML',
    catalog: 'files: "locales/{locale}.yaml"',
    source: 'locales/en.yaml',
    target: 'locales/de.yaml',
    write: (texts) => `# a comment\n${numbered(texts, (text, n) => `k${n}: "${text}"\n`)}`,
  },
  {
    name: 'XLIFF',
    catalog: 'source: i18n/messages.xlf\n    target: "i18n/messages.{locale}.xlf"',
    source: 'i18n/messages.xlf',
    target: 'i18n/messages.de.xlf',
    mark: '<segment state="translated" subState="locale-sync:machine">',
    write: (texts) => `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en">
  <file id="f">
${numbered(texts, (text, n) => `    <unit id="k${n}">\n      <segment>\n        <source>${text}</source>\n      </segment>\n    </unit>\n`)}  </file>
</xliff>
`,
  },
  {
    name: 'SRT',
    catalog: 'files: "media/clip.{locale}.srt"',
    source: 'media/clip.en.srt',
    target: 'media/clip.de.srt',
    write: (texts) =>
      numbered(texts, (text, n) => `${n}\n00:00:0${n},000 --> 00:00:0${n},900\n${text}\n\n`),
  },
];

describe.concurrent.each(SAMPLES)('$name', (sample) => {
  test(
    'keeps what people wrote through a whole life',
    { timeout: TIMEOUT },
    async ({ onTestFinished }) => {
      const { source, target, write } = sample;
      const service = await startTestService();
      onTestFinished(() => service.close());
      const config = `version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - ${sample.catalog}\n`;
      const first = ['Apples are red.', 'Bread is brown.', 'Cheese is yellow.'];
      const project = new Project(
        { 'service.config.yaml': config, [source]: write(first) },
        'formats',
        onTestFinished,
      );
      project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
      const texts = (): readonly string[] => {
        const codec = codecFor(target);
        if (codec === undefined) throw new Error(`no codec for ${target}`);
        const origin = codec.parse(project.read(source), { role: 'source', locale: 'en' });
        const options = { role: 'target', locale: 'de', source: origin } as const;
        return codec.parse(project.read(target), options).units.map(({ text }) => text);
      };
      const isMachine = /^\[de .*\]$/;

      // Missing, then current.
      expect((await project.run(['check'])).code).toBe(1);
      expect(await project.report(['sync'])).toMatchObject({
        code: 0,
        locales: { de: { current: 3, translated: 3 } },
      });
      expect(texts()).toHaveLength(3);
      for (const text of texts()) expect(text).toMatch(isMachine);
      if (sample.mark !== undefined)
        expect(project.read(target).split(sample.mark)).toHaveLength(4);

      // Edited by a person: kept to the byte.
      const [machine = ''] = texts();
      project.write(target, project.read(target).replace(machine, 'Äpfel sind rot.'));
      const edited = project.read(target);
      expect(await project.report(['sync'])).toMatchObject({
        code: 0,
        requests: 0,
        locales: { de: { edited: 1, current: 2 } },
      });
      expect(project.read(target)).toBe(edited);

      // The source of a person's and of a machine's text changes: review and stale.
      project.write(source, write(['Apples are green.', 'Bread is white.', 'Cheese is yellow.']));
      expect((await project.report(['status'])).locales).toMatchObject({
        de: { review: 1, stale: 1, current: 1 },
      });
      const bread = texts()[1];
      const reviewed = await project.report(['sync']);
      expect(reviewed).toMatchObject({ code: 1, locales: { de: { review: 1, current: 2 } } });
      expect(reviewed.problems).toMatchObject([{ code: 'review', file: target, locale: 'de' }]);
      expect(texts()[0]).toBe('Äpfel sind rot.');
      expect(texts()[1]).toMatch(isMachine);
      expect(texts()[1]).not.toBe(bread);
      expect((await project.report(['sync', '--accept'])).code).toBe(0);
      expect((await project.run(['check'])).code).toBe(0);

      // The source drops one: it goes.
      project.write(source, write(['Apples are green.', 'Bread is white.']));
      expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
      expect(texts()).toHaveLength(2);

      // The lock and all local state are lost: adopted, to the byte.
      const before = project.read(target);
      project.remove('locale-sync.lock');
      project.remove('.locale-sync');
      expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
      expect(project.read(target)).toBe(before);

      // A file that is gone is missing, whatever the lock says.
      project.remove(target);
      expect((await project.report(['status'])).locales).toMatchObject({ de: { missing: 2 } });
      expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 2 });
      const { requests } = service.counters();
      project.remove(target);
      expect(await project.report(['sync'])).toMatchObject({ code: 0, reused: { memory: 2 } });
      expect(service.counters().requests).toBe(requests);
    },
  );
});
