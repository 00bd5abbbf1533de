import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isInstalled } from '../service/documents-support.js';
import { Project } from '../support/project.js';
import { CONTROL, setFaults } from '../support/scenario.js';
import { environment, service as startService } from '../support/service.js';
import type { RunningService, ServiceOptions } from '../../src/service/index.js';
import { gate } from './gate.js';
import { noise, silence, speech } from './support.js';

const service = (options: ServiceOptions = {}) => startService({ control: CONTROL, ...options });

const ENTRY = `source: media/*.wav
    subtitles: media/*.{locale}.srt
    text: media/*.{locale}.txt`;

function recordings(
  running: RunningService,
  files: Readonly<Record<string, string | Uint8Array>>,
  { targets = '[de]', entry = ENTRY, rest = '' } = {},
): Project {
  const config = `source: en\ntargets: ${targets}\nrecordings:\n  - ${entry}\n${rest}`;
  const project = new Project({ 'service.config.yaml': config, ...files }, 'recordings');
  project.env = environment(running);
  return project;
}

function isUploaded(project: Project): boolean {
  if (!project.has('.locale-sync/jobs')) return false;
  const [job] = readdirSync(project.path('.locale-sync/jobs')).filter((name) =>
    name.endsWith('.recording'),
  );
  return (
    job !== undefined && project.read(`.locale-sync/jobs/${job}`).includes('"isUploaded":true')
  );
}

const created = (running: RunningService): number =>
  running.counters().requestsByPath['/v1/jobs/voice/translate'] ?? 0;

/** A run that is killed when it asks for the first time what became of its job. */
async function killedWhenAsking(project: Project, running: RunningService): Promise<void> {
  const { url, shut, open } = await gate(running.url, ({ method }) => method === 'GET');
  project.env = { ...project.env, SERVICE_URL: url };
  const child = project.start(['sync']);
  const closed = once(child, 'close');
  await shut;
  child.kill('SIGKILL');
  await closed;
  open();
}

describe.runIf(isInstalled('ffmpeg', 'espeak-ng', 'pocketsphinx_continuous'))(
  'recordings, with what the embedded service hears by',
  () => {
    it('one job makes subtitles, transcripts and speech of every locale', async () => {
      const running = await service();
      const project = recordings(
        running,
        { 'media/talk.wav': speech('good morning') },
        { targets: '[de, fr]', entry: `${ENTRY}\n    audio: media/*.{locale}.ogg` },
      );
      const plan = await project.report(['plan']);
      expect(plan).toMatchObject({ code: 0, characters: 0, jobs: { recordings: 1 } });
      expect(plan.minutes).toBeGreaterThan(0);
      const done = await project.report(['sync']);
      const written = { code: 0, problems: [], files: { written: 8 } };
      expect(done).toMatchObject({ ...written, minutes: plan.minutes });
      expect(readdirSync(project.path('media')).sort()).toEqual([
        'talk.de.ogg',
        'talk.de.srt',
        'talk.de.txt',
        'talk.en.srt',
        'talk.en.txt',
        'talk.fr.ogg',
        'talk.fr.srt',
        'talk.fr.txt',
        'talk.wav',
      ]);
      expect(project.read('media/talk.de.srt')).toMatch(/^1\r?\n00:00:0\d,\d{3} --> /);
      expect(project.read('media/talk.de.txt')).toContain('[de');
      expect(project.read('media/talk.en.txt')).not.toContain('[en');
      expect(readFileSync(project.path('media/talk.de.ogg')).toString('latin1', 0, 4)).toBe('OggS');
      expect(created(running)).toBe(1);
      expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    });

    it('one target that fails keeps the others, and only it is asked for again', async () => {
      const running = await service();
      const project = recordings(
        running,
        { 'media/talk.wav': silence() },
        { entry: `${ENTRY}\n    audio: media/*.{locale}.ogg` },
      );
      const done = await project.report(['sync']);
      expect(done).toMatchObject({ code: 1, files: { written: 4, unchanged: 1 } });
      expect(done.problems).toMatchObject([
        { code: 'service-rejected', file: 'media/talk.wav', locale: 'de' },
      ]);
      expect(done.problems[0]?.message).toMatch(/^media\/talk\.de\.ogg: .*No speech was found/);
      expect(project.has('media/talk.de.srt')).toBe(true);
      expect(await project.report(['plan'])).toMatchObject({ files: { written: 1 } });
    });

    it('kill -9 after the upload: its results are fetched by the next run', async () => {
      const running = await service();
      const project = recordings(running, { 'media/talk.wav': speech('good morning') });
      await killedWhenAsking(project, running);
      expect(isUploaded(project)).toBe(true);
      expect(await project.report(['plan'])).toMatchObject({ code: 0 });
      const done = await project.report(['sync']);
      expect(done).toMatchObject({ code: 0, problems: [], files: { written: 4 } });
      expect(created(running)).toBe(1);
    });

    it('subtitles that people edit are theirs', async () => {
      const running = await service();
      const project = recordings(running, { 'media/talk.wav': speech('good morning') });
      await project.report(['sync']);
      const own = '1\n00:00:00,000 --> 00:00:01,000\nGuten Morgen!\n';
      project.write('media/talk.de.srt', own);
      project.write('media/talk.wav', speech('good evening'));
      const done = await project.report(['sync']);
      expect(done).toMatchObject({ code: 1, files: { written: 3 } });
      expect(done.problems).toMatchObject([{ code: 'review', file: 'media/talk.de.srt' }]);
      expect(project.read('media/talk.de.srt')).toBe(own);
    });
  },
);

/** Voice jobs that need no speech recognition: the audio is noise, or the time is over. */
describe('voice jobs', () => {
  it('a job that fails keeps what it made, says what failed, and the rest goes on', async () => {
    const running = await service();
    const project = recordings(running, { 'media/talk.wav': noise() });
    const done = await project.report(['sync']);
    expect(done.code).toBe(1);
    expect(done.problems[0]).toMatchObject({ code: 'service-rejected', file: 'media/talk.wav' });
    expect(done.problems).toHaveLength(4);
    expect(readdirSync(project.path('media'))).toEqual(['talk.wav']);
    expect(
      readdirSync(project.path('.locale-sync/jobs')).filter((name) => /recording/.test(name)),
    ).toEqual([]);
  });

  it('a job of which every result fails costs nothing, as the service bills it', async () => {
    const running = await service();
    const rest = 'prices: { characters: 20, minutes: 3 }\n';
    const project = recordings(running, { 'media/talk.wav': noise() }, { rest });
    expect(await project.report(['plan'])).toMatchObject({
      minutes: 0.02,
      money: { amount: 0.06 },
    });
    const done = await project.report(['sync']);
    expect(done).toMatchObject({ code: 1, jobs: { recordings: 1 } });
    expect([done.minutes, done.money]).toEqual([undefined, undefined]);
    const authorization = `Service-Auth-Key ${project.env['SERVICE_AUTH_KEY'] ?? ''}`;
    const usage = await fetch(`${running.url}/v2/usage`, { headers: { authorization } });
    expect(await usage.json()).toMatchObject({ speech_to_text_milliseconds_count: 0 });
  });

  it('kill -9 while it is processed: the next run goes on with the same job', async () => {
    const running = await service();
    const project = recordings(running, { 'media/talk.wav': noise() });
    await killedWhenAsking(project, running);
    await project.report(['sync']);
    expect(created(running)).toBe(1);
  });

  describe('an upload that was cut off', () => {
    const files = { 'media/talk.wav': noise() };
    const HANG = { fault: 'hang', path: '/v1/jobs/voice/translate/', bytes: 100 } as const;
    const inJobs = (project: Project, ending: string): string[] =>
      project.has('.locale-sync/jobs')
        ? readdirSync(project.path('.locale-sync/jobs')).filter((name) => name.endsWith(ending))
        : [];
    const uploads = (running: RunningService): number =>
      Object.entries(running.counters().requestsByPath)
        .filter(([path]) => path.endsWith('/source'))
        .reduce((sum, [, count]) => sum + count, 0);

    async function killedWhileUploading(running: RunningService): Promise<Project> {
      const project = recordings(running, files);
      const child = project.start(['sync']);
      const closed = once(child, 'close');
      // The first made the job.
      await expect.poll(() => running.counters().requests, { interval: 5 }).toBe(2);
      child.kill('SIGKILL');
      await closed;
      expect(inJobs(project, '.sending')).toHaveLength(1);
      await setFaults(running.url, []);
      return project;
    }

    it('by kill -9 goes on with the same job', async () => {
      const running = await service({ faults: [HANG] });
      const project = await killedWhileUploading(running);
      const done = await project.report(['sync']);
      expect(done.problems.map(({ severity }) => severity)).not.toContain('warning');
      expect([created(running), uploads(running)]).toEqual([1, 2]);
      expect(inJobs(project, '.sending')).toEqual([]);
    });

    it('by kill -9, of which the service knows nothing any more: may have been billed', async () => {
      const running = await service({ faults: [HANG] });
      const project = await killedWhileUploading(running);
      const path = '/v1/jobs/voice/translate/';
      await setFaults(running.url, [{ fault: 'status', status: 404, path, next: 1 }]);
      const done = await project.report(['sync']);
      const warnings = done.problems.filter(({ severity }) => severity === 'warning');
      expect(warnings).toMatchObject([{ code: 'service-failed', file: 'media/talk.wav' }]);
      expect(warnings[0]?.message).toMatch(/stopped while it uploaded media\/talk\.wav\./);
      expect(created(running)).toBe(2);
      expect(inJobs(project, '.sending')).toEqual([]);
    });

    it('by kill -9, found when the time for it is over, becomes a new job', async () => {
      let late = 0;
      const clock = (): Date => new Date(Date.now() + late);
      const running = await service({ faults: [HANG], clock });
      const project = await killedWhileUploading(running);
      const [name = ''] = inJobs(project, '.recording');
      const job = JSON.parse(project.read(`.locale-sync/jobs/${name}`)) as { createdAt: number };
      late = 600_000;
      const createdAt = job.createdAt - late;
      project.write(`.locale-sync/jobs/${name}`, JSON.stringify({ ...job, createdAt }));
      const done = await project.report(['sync']);
      // Nothing had arrived, so nothing was billed.
      expect(done.problems.filter(({ severity }) => severity === 'warning')).toEqual([]);
      expect(created(running)).toBe(2);
      expect(inJobs(project, '.sending')).toEqual([]);
    });

    it('after the service took it is not sent again', async () => {
      const running = await service({ faults: [{ ...HANG, fault: 'lose' }] });
      const project = recordings(running, files);
      await project.report(['sync']);
      const before = uploads(running);
      await setFaults(running.url, []);
      const done = await project.report(['sync']);
      expect(done.problems[0]).toMatchObject({ code: 'service-rejected', file: 'media/talk.wav' });
      expect([created(running), uploads(running)]).toEqual([1, before]);
      expect(inJobs(project, '.sending')).toEqual([]);
    });
  });

  it('limits of minutes and money hold before anything is sent', async () => {
    const running = await service();
    const project = recordings(running, { 'media/a.wav': noise(), 'media/b.wav': silence() });
    const config = project.read('service.config.yaml');
    const rest = 'prices: { characters: 20, minutes: 1, currency: EUR }\n';
    for (const limit of ['minutes: 0.03', 'money: 0.03', 'minutes: 0']) {
      project.write('service.config.yaml', `${config}limits: { ${limit} }\n${rest}`);
      const refused = await project.report(['sync']);
      expect(refused).toMatchObject({ code: 2, error: { code: 'limit-exceeded' } });
    }
    expect((await project.run(['plan'])).stdout).toContain('0.04 minutes of speech (0.04 EUR)');
    expect(running.counters().requests).toBe(0);
    project.write(
      'service.config.yaml',
      `${config}limits: { minutes: 0.04, money: 0.04 }\n${rest}`,
    );
    // In one of them, the service hears nothing.
    expect((await project.report(['sync'])).minutes).toBe(0.02);
    expect((await project.run(['usage'])).stdout).toContain('0.02 minutes of speech');
  });

  it('what the service would refuse is said offline', async () => {
    const running = await service();
    const project = recordings(running, { 'media/talk.wav': '' });
    const done = await project.report(['sync']);
    expect(done.problems).toMatchObject([{ code: 'invalid-file', file: 'media/talk.wav' }]);
    expect(created(running)).toBe(0);
  });
});
