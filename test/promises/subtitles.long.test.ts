import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

/** Real processes on a machine that may be busy. */
const TIMEOUT = 300_000;

const CONFIG =
  'version: 1\nservice: { url: embedded }\nsource: en\ntargets: [de]\ncatalogs:\n  - files: l/{locale}.srt\n';

type Cue = readonly [begin: number, end: number, text: string];

/** Cues in milliseconds. */
function fileOf(cues: readonly Cue[]): string {
  const time = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',');
  return cues
    .map(([begin, end, text], i) => `${i + 1}\n${time(begin)} --> ${time(end)}\n${text}\n`)
    .join('\n');
}

const EN: readonly Cue[] = [
  [1000, 3000, 'One thing is sure.'],
  [3100, 5000, 'Since I was a bit naive,'],
  [5100, 7000, 'everyone seemed beautiful.'],
  [8000, 9000, 'The end.'],
];
const DE: readonly Cue[] = [
  [1000, 3000, 'Eins ist sicher.'],
  [3100, 5000, 'Da ich naiv war,'],
  [5100, 7000, 'schienen alle schoen.'],
  [8000, 9000, 'Ende.'],
];

async function projectOf(en: string, de: string): Promise<Project> {
  const files = { 'service.config.yaml': CONFIG, 'l/en.srt': en, 'l/de.srt': de };
  const project = new Project(files, 'subtitles');
  project.env = { SERVICE_URL: 'embedded' };
  await project.run(['sync']);
  return project;
}

/** After a run, another one finds nothing to do. */
async function expectQuiet(project: Project): Promise<void> {
  const before = project.files();
  expect(await project.report(['sync'])).toMatchObject({
    requests: 0,
    files: { written: 0 },
  });
  expect(project.files()).toEqual(before);
}

/** Milliseconds of a cue's begin, and what it says. */
function timeAndText(cue: string): [begin: number, text: string] {
  const [, times = '', ...text] = cue.trim().split('\n');
  return [Date.parse(`1970-01-01T${times.slice(0, 12).replace(',', '.')}Z`), text.join('\n')];
}

const moved = (cues: readonly Cue[], by: number, from = 0): readonly Cue[] =>
  cues.map(([begin, end, text], i) =>
    i < from ? [begin, end, text] : [begin + by, end + by, text],
  );

test.each([
  ['all by 50 ms', (cues: readonly Cue[]) => moved(cues, 50)],
  ['all by seconds, so that times meet', (cues: readonly Cue[]) => moved(cues, 2000)],
  ['all to earlier times', (cues: readonly Cue[]) => moved(cues, -1000)],
  ['all from one cue on', (cues: readonly Cue[]) => moved(cues, 2100, 1)],
  [
    'the first cue of a sentence',
    (cues: readonly Cue[]) =>
      cues.map((cue, i) => (i === 1 ? ([3000, 5000, cue[2]] as const) : cue)),
  ],
])(
  'a source whose times change keeps what people wrote, cue by cue: %s',
  { timeout: TIMEOUT },
  async (_, retimed) => {
    const project = await projectOf(fileOf(EN), fileOf(DE));
    project.write('l/en.srt', fileOf(retimed(EN)));
    const report = await project.report(['sync']);
    expect([report.code, report.requests]).toEqual([0, 0]);
    expect(project.read('l/de.srt')).toBe(fileOf(retimed(DE)));
    await expectQuiet(project);
  },
);

test(
  'in a regular rhythm no text moves to the next time, where the source lost a cue and got another',
  { timeout: TIMEOUT },
  async () => {
    const every = (texts: readonly string[]): readonly Cue[] =>
      texts.map((text, i) => [i * 5000 + 1000, i * 5000 + 3000, text]);
    const german = every(['Eins.', 'Zwei.', 'Drei.', 'Vier.', 'Fuenf.']);
    const english = every(['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.']);
    const project = await projectOf(fileOf(english.slice(0, 5)), fileOf(german));
    project.remove('locale-sync.lock');
    for (const count of [5, 6]) {
      project.write('l/en.srt', fileOf(english.slice(0, count).filter((_, i) => i !== 2)));
      await project.report(['sync']);
    }
    const texts = new Map(project.read('l/de.srt').split('\n\n').map(timeAndText));
    const kept = german.filter((_, i) => i !== 2);
    expect(kept.map(([begin]) => texts.get(begin))).toEqual(kept.map(([, , text]) => text));
    expect(texts.get(26_000)).toMatch(/^\[de /);
    await expectQuiet(project);
  },
);

test(
  'times inside a sentence, and its own with them, leave the text of a person as it is',
  { timeout: TIMEOUT },
  async () => {
    const project = await projectOf(fileOf(EN), fileOf(DE));
    project.write('l/en.srt', fileOf(moved(EN, 1500, 2)));
    await project.report(['sync']);
    expect(project.read('l/de.srt')).toBe(
      fileOf(DE.map((cue, i) => (i === 3 ? [9500, 10_500, cue[2]] : cue))),
    );
    await expectQuiet(project);
  },
);

test(
  'a text of a person whose source changes with its times is kept, for review',
  { timeout: TIMEOUT },
  async () => {
    const project = await projectOf(fileOf(EN), fileOf(DE));
    const changed = moved(EN, 50).map(([begin, end, text]): Cue => [
      begin,
      end,
      text.replace('The end.', 'This is it.'),
    ]);
    project.write('l/en.srt', fileOf(changed));
    const report = await project.report(['sync']);
    expect([report.code, report.locales['de']?.review]).toEqual([1, 1]);
    expect(project.read('l/de.srt')).toBe(fileOf(moved(DE, 50)));
    await expectQuiet(project);
  },
);

/** Without a rhythm, in the target at 25 frames a second instead of 23.976, and later. */
const LONG_EN = Array.from({ length: 9 }, (_, i): Cue => {
  const begin = 1000 + i * 3700 + ((i * i * 731) % 900);
  return [begin, begin + 2000, `Sentence ${i}.`];
});
const stretched = (cues: readonly Cue[]): readonly Cue[] =>
  cues.map(([begin, end, text]) => {
    const at = (time: number): number => Math.round((time * 23.976) / 25 + 1500);
    return [at(begin), at(end), text];
  });
const isChanged = (cues: readonly Cue[]): readonly Cue[] =>
  cues.map(([begin, end, text]) => [begin, end, text.replace(' 4.', ' four.')]);

test(
  'a target with a clock of its own is nothing to pay for, and keeps its times',
  { timeout: TIMEOUT },
  async () => {
    const german = fileOf(stretched(LONG_EN.map(([a, b], i) => [a, b, `Satz ${i}.`])));
    const project = await projectOf(fileOf(LONG_EN), german);
    expect(project.read('l/de.srt')).toBe(german);
    await expectQuiet(project);
    project.write('l/en.srt', fileOf(isChanged(LONG_EN)));
    const report = await project.report(['sync']);
    expect(report.locales['de']).toMatchObject({ review: 1, missing: 0, translated: 0 });
    expect(project.read('l/de.srt')).toBe(german);
  },
);

test(
  'of a machine’s subtitles with a clock of their own, changed sentences alone are sent',
  { timeout: TIMEOUT },
  async () => {
    const project = await projectOf(fileOf(LONG_EN), '');
    const texts = textsOf(project);
    project.write(
      'l/de.srt',
      fileOf(stretched(LONG_EN.map(([a, b], i) => [a, b, texts[i] ?? '']))),
    );
    project.write('l/en.srt', fileOf(isChanged(LONG_EN.slice(0, 8))));
    const report = await project.report(['sync']);
    expect(report).toMatchObject({ texts: 1, code: 0 });
    const cues = project.read('l/de.srt').trimEnd().split('\n\n').map(timeAndText);
    const begins = stretched(LONG_EN.slice(0, 8)).map(([begin]) => begin);
    expect(cues.map(([begin]) => begin)).toEqual(begins);
    expect(cues.filter(([, text], i) => text !== texts[i])).toHaveLength(1);
    await expectQuiet(project);
  },
);

test('subtitles of another film are left alone', { timeout: TIMEOUT }, async () => {
  const other = fileOf(
    LONG_EN.map((_, i): Cue => {
      const begin = 500 + i * 2900 + ((i * i * 389) % 1700);
      return [begin, begin + 700 + ((i * 911) % 1500), `Anderes ${i}.`];
    }),
  );
  const project = await projectOf(fileOf(LONG_EN), other);
  const report = await project.report(['sync']);
  expect([report.code, report.requests]).toEqual([2, 0]);
  expect(report.problems).toMatchObject([{ code: 'invalid-file', file: 'l/de.srt', line: 2 }]);
  expect(project.read('l/de.srt')).toBe(other);
});

test.each(['', '\n', '\r\n\r\n', '\ufeff'])(
  'a target without cues gets them with blank lines between: %j',
  { timeout: TIMEOUT },
  async (empty) => {
    const project = await projectOf(fileOf(EN), empty);
    const blocks = project
      .read('l/de.srt')
      .slice(empty.length)
      .trimEnd()
      .split(/(?:\r?\n){2}/);
    expect(blocks.map((block) => block.split(/\r?\n/)[0])).toEqual(['1', '2', '3', '4']);
  },
);

test(
  'cues that a sentence has lost are found out, and come back when told',
  { timeout: TIMEOUT },
  async () => {
    const project = await projectOf(fileOf(EN), fileOf(DE));
    project.write('l/de.srt', fileOf(DE.filter((_, i) => i !== 2)));
    const left = project.read('l/de.srt');
    const report = await project.report(['sync']);
    expect(report.code).toBe(1);
    expect(report.problems).toMatchObject([{ code: 'review', locale: 'de', key: '00:00:03,100' }]);
    expect(project.read('l/de.srt')).toBe(left);
    await expectQuiet(project);
    await project.report(['sync', '--retranslate', 'edited']);
    const times = (text: string): readonly string[] =>
      text.split('\n').filter((line) => line.includes('-->'));
    expect(times(project.read('l/de.srt'))).toEqual(times(fileOf(EN)));
    await expectQuiet(project);
  },
);

test(
  'a sentence without some of its cues is current once a person accepts it',
  { timeout: TIMEOUT },
  async () => {
    const project = await projectOf(fileOf(EN), fileOf(DE.filter((_, i) => i !== 1)));
    expect((await project.run(['check'])).code).toBe(1);
    await project.run(['sync', '--accept']);
    expect((await project.run(['check'])).code).toBe(0);
  },
);

const TWINS_EN: readonly Cue[] = [
  [1000, 3000, 'Top speaker talks.'],
  [1000, 4000, 'Bottom speaker talks.'],
  [6000, 7000, 'The end.'],
];
const TWINS_DE: readonly Cue[] = [
  [1000, 3000, 'Oben redet.'],
  [1000, 4000, 'Unten redet.'],
  [6000, 7000, 'Ende.'],
];

test(
  'of two cues that start at one time, the one that a target lost comes back',
  { timeout: TIMEOUT },
  async () => {
    const project = await projectOf(fileOf(TWINS_EN), fileOf(TWINS_DE));
    project.write('l/de.srt', fileOf(TWINS_DE.slice(1)));
    const report = await project.report(['sync']);
    expect([report.code, report.requests]).toEqual([0, 1]);
    const text = project.read('l/de.srt');
    expect(text.match(/Unten redet/g)).toHaveLength(1);
    expect(text.match(/-->/g)).toHaveLength(3);
    await expectQuiet(project);
  },
);

test(
  'of two cues that start at one time, the one that the source dropped goes',
  { timeout: TIMEOUT },
  async () => {
    const project = await projectOf(fileOf(TWINS_EN), fileOf(TWINS_DE));
    project.write('l/en.srt', fileOf(TWINS_EN.slice(1)));
    const report = await project.report(['sync']);
    expect([report.code, report.requests]).toEqual([0, 0]);
    const text = project.read('l/de.srt');
    expect(text).toContain('00:00:01,000 --> 00:00:04,000\nUnten redet.\n');
    expect(text).not.toContain('Oben');
    await expectQuiet(project);
  },
);

test('two speakers of one cue keep a line each', { timeout: TIMEOUT }, async () => {
  const marks = ['- ', '-', '– ', '— ', '>> '];
  const cues = marks.map((mark, i): Cue => {
    const begin = 1000 + i * 2000;
    return [begin, begin + 1500, `${mark}Are you coming?\n${mark}No, not now.`];
  });
  const styled: Cue = [90_000, 91_000, '{\\an8}<i>- What is this?</i>\n<i>- A house.</i>'];
  const project = await projectOf(fileOf([...cues, styled]), '');
  const texts = project
    .read('l/de.srt')
    .trimEnd()
    .split('\n\n')
    .map((cue) => cue.split('\n').slice(2));
  for (const [i, mark] of marks.entries()) {
    expect(texts[i]).toHaveLength(2);
    for (const line of texts[i] ?? []) expect(line.startsWith(`${mark}[de `)).toBe(true);
  }
  expect(texts.at(-1)?.map((line) => line.replace(/\[.*?\]/, '…'))).toEqual([
    '{\\an8}<i>- …',
    '- …</i>',
  ]);
  await expectQuiet(project);
});

const EVERYONE = 'everyone seemed beautiful.';
/**
 * The sentence that goes over two cues as two sentences, the first of which the file has already.
 */
const JOINED: readonly Cue[] = [...EN, [10_000, 11_000, 'Since I was a bit naive.']];
const PARTED = JOINED.map(([begin, end, text], i): Cue => {
  if (i === 1) return [begin, end, 'Since I was a bit naive.'];
  return [begin, end, i === 2 ? `E${EVERYONE.slice(1)}` : text];
});

/** What each cue of the target says. */
function textsOf(project: Project): readonly string[] {
  return project
    .read('l/de.srt')
    .trimEnd()
    .split('\n\n')
    .map((cue) => timeAndText(cue)[1]);
}

test.each([
  ['parted', JOINED, PARTED],
  ['joined', PARTED, JOINED],
])(
  'sentences of a machine that the source %s are translated anew',
  { timeout: TIMEOUT },
  async (_, before, after) => {
    const project = await projectOf(fileOf(before), '');
    project.write('l/en.srt', fileOf(after));
    const report = await project.report(['sync']);
    expect([report.code, report.requests, report.locales['de']?.review]).toEqual([0, 1, 0]);
    const fresh = await projectOf(fileOf(after), '');
    expect(textsOf(project)).toEqual(textsOf(fresh));
    await expectQuiet(project);
  },
);

test(
  'a sentence of a person that the source parts is kept, all of it for review',
  { timeout: TIMEOUT },
  async () => {
    const german = fileOf([...DE, [10_000, 11_000, 'Da ich naiv war.']]);
    const project = await projectOf(fileOf(JOINED), german);
    project.write('l/en.srt', fileOf(PARTED));
    const report = await project.report(['sync']);
    expect([report.code, report.locales['de']?.review]).toEqual([1, 2]);
    expect(project.read('l/de.srt')).toBe(german);
    await expectQuiet(project);
    expect((await project.run(['sync', '--accept'])).code).toBe(0);
    expect(project.read('l/de.srt')).toBe(german);
    await expectQuiet(project);
  },
);

test(
  'a cue that a person changed before its sentence was parted stays',
  { timeout: TIMEOUT },
  async () => {
    const project = await projectOf(fileOf(JOINED), '');
    const old = textsOf(project)[2] ?? '';
    const changed = project.read('l/de.srt').replace(old, 'alle waren schoen.');
    project.write('l/de.srt', changed);
    project.write('l/en.srt', fileOf(PARTED));
    await project.report(['sync']);
    expect(textsOf(project)[2]).toBe('alle waren schoen.');
    await expectQuiet(project);
  },
);

test(
  'a cue that goes from the source goes from a sentence of a machine, and stays where a person wrote it',
  { timeout: TIMEOUT },
  async () => {
    const cut = fileOf(EN.filter((_, i) => i !== 2));
    const project = await projectOf(fileOf(EN), '');
    project.write('l/en.srt', cut);
    expect((await project.report(['sync'])).code).toBe(0);
    const fresh = await projectOf(cut, '');
    expect(textsOf(project)).toEqual(textsOf(fresh));
    await expectQuiet(project);
    const human = await projectOf(fileOf(EN), fileOf(DE));
    human.write('l/en.srt', cut);
    await human.report(['sync']);
    expect(textsOf(human)).toEqual(DE.map(([, , text]) => text));
    await expectQuiet(human);
  },
);

const VTT = `WEBVTT

00:01.000 --> 00:04.000
<v Ann>Hello <i>there</i>, this is a sentence that goes

00:04.500 --> 00:06.000
on in <00:05.000>the next cue.

00:09.000 --> 00:10.000
<v Ann>Yes.
<v O'Neil & co>No.
`;

test(
  'voices of WebVTT that nothing closes stay with their cues',
  { timeout: TIMEOUT },
  async () => {
    const project = new Project({
      'service.config.yaml': CONFIG.replace('.srt', '.vtt'),
      'l/en.vtt': VTT,
    });
    project.env = { SERVICE_URL: 'embedded' };
    expect(await project.report(['sync'])).toMatchObject({ code: 0, problems: [] });
    const tags = (text: string): readonly string[] => text.match(/\n\n|\n<v|<[^>]*>/g) ?? [];
    const text = project.read('l/de.vtt');
    expect(text).toContain('[de ');
    expect(tags(text)).toEqual(tags(VTT));
  },
);
