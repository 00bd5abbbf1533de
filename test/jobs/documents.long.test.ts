import { readFileSync, symlinkSync, readdirSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { recall } from '../../src/engine/ledger/answer.js';
import { plain, unzip } from '../service/documents-support.js';
import { CONTROL, setFaults } from '../support/scenario.js';
import { service as startService } from '../support/service.js';
import type { ServiceOptions } from '../../src/service/index.js';
import { documents, docx, pdf, pptx, srt, xlf, xlsx } from './support.js';

const service = (options: ServiceOptions = {}) => startService({ control: CONTROL, ...options });

const HELLO = 'Save all changes now';

describe('documents of the interface', () => {
  it('come back translated, each at the path of its target, and are paid once', async () => {
    const running = await service();
    const project = documents(
      running,
      {
        'docs/en/a.docx': docx(HELLO),
        'docs/en/b.pptx': pptx(HELLO),
        'docs/en/deep/c.xlsx': xlsx(HELLO),
        'docs/en/d.pdf': await pdf(HELLO),
        'docs/en/e.html': `<p>${HELLO}</p>`,
        'docs/en/f.txt': `${HELLO}\n`,
        'docs/en/g.xlf': xlf(HELLO),
        'docs/en/h.srt': srt(HELLO),
      },
      { targets: '[de, fr]' },
    );
    const plan = await project.report(['plan']);
    expect(plan).toMatchObject({ code: 0, jobs: { documents: 16, recordings: 0 } });
    expect(plan.characters).toBe(2 * (4 * 50_000 + 4 * HELLO.length));
    expect(plan.requests).toBe(16 * 3);
    expect(running.counters().requests).toBe(0);
    const done = await project.report(['sync']);
    expect(done).toMatchObject({
      code: 0,
      files: { written: 16, unchanged: 0 },
      locales: { de: { units: 8, current: 8, translated: 8 }, fr: { units: 8, current: 8 } },
      problems: [],
    });
    expect(done.characters).toBe(plan.characters);
    expect(running.counters().characters).toBe(plan.characters);
    const word = unzip(readFileSync(project.path('docs/de/a.docx')))['word/document.xml'];
    expect(plain(word ?? '')).toContain('[de Saavee aall chaangees');
    expect(plain(project.read('docs/fr/f.txt'))).toContain('[fr Saavee');
    expect(plain(project.read('docs/de/h.srt'))).toMatch(/^1\n00:00:01,000 --> 00:00:02,000\n\[de/);
    expect(readFileSync(project.path('docs/de/d.pdf')).toString('latin1', 0, 5)).toBe('%PDF-');
    const before = running.counters().requests;
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect((await project.run(['check'])).code).toBe(0);
    expect(running.counters().requests).toBe(before);
  });

  it('keep what the lock knows of files that another shard has', async () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((name) => [`docs/en/${name}.txt`, `${HELLO} ${name}\n`]),
    );
    const project = documents(await service(), files, { targets: '[de]' });
    await project.report(['sync']);
    const lock = project.read('locale-sync.lock');
    expect(await project.report(['sync', '--shard', '1/2'])).toMatchObject({ code: 0 });
    expect(project.read('locale-sync.lock')).toBe(lock);
    expect(await project.report(['plan'])).toMatchObject({ code: 0, requests: 0 });
  });

  it('take formality, a glossary and another format for PDF', async () => {
    const running = await service();
    const project = documents(
      running,
      {
        'docs/en/a.pdf': await pdf(HELLO),
        'terms.csv': 'en,de\nchanges,ÄNDERUNGEN\n',
      },
      {
        entry:
          'files: docs/{locale}/*.pdf\n    output_format: docx\n    glossary: terms.csv\n    formality: prefer_more',
      },
    );
    const done = await project.report(['sync']);
    expect(done).toMatchObject({ code: 0, files: { written: 1 } });
    const word = unzip(readFileSync(project.path('docs/de/a.docx')))['word/document.xml'];
    expect(word).toContain('ÄNDERUNGEN');
    // A changed term makes the machine's text drifted, not stale.
    project.write('terms.csv', 'en,de\nchanges,WECHSEL\n');
    const after = await project.report(['status']);
    expect(after.locales['de']).toMatchObject({ current: 1, drifted: 1 });
    await project.report(['sync', '--retranslate', 'drifted']);
    const again = unzip(readFileSync(project.path('docs/de/a.docx')))['word/document.xml'];
    expect(again).toContain('WECHSEL');
  });
});

describe('the states of a document', () => {
  it('missing, current, stale: a changed source is sent again, and only that one', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'One', 'docs/en/b.txt': 'Two' });
    const missing = await project.report(['check']);
    expect(missing.code).toBe(1);
    expect(missing.problems.map(({ code, file }) => [code, file])).toEqual([
      ['missing', 'docs/de/a.txt'],
      ['missing', 'docs/de/b.txt'],
    ]);
    await project.report(['sync']);
    project.write('docs/en/a.txt', 'Three');
    const stale = await project.report(['check']);
    expect(stale).toMatchObject({ code: 1, locales: { de: { current: 1, stale: 1 } } });
    expect(await project.report(['sync'])).toMatchObject({
      code: 0,
      characters: 5,
      files: { written: 1, unchanged: 1 },
    });
    expect(plain(project.read('docs/de/a.txt'))).toContain('Threeee');
  });

  it('edited, review: a person’s target is kept, and settled by editing or accepting it', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'One' });
    await project.report(['sync']);
    project.write('docs/de/a.txt', 'Eins');
    expect(await project.report(['sync'])).toMatchObject({
      code: 0,
      requests: 0,
      locales: { de: { edited: 1 } },
    });
    project.write('docs/en/a.txt', 'One more');
    const review = await project.report(['sync']);
    expect(review).toMatchObject({ code: 1, requests: 0, locales: { de: { review: 1 } } });
    expect(review.problems).toMatchObject([{ code: 'review', file: 'docs/de/a.txt' }]);
    expect(project.read('docs/de/a.txt')).toBe('Eins');
    expect((await project.report(['check'])).code).toBe(1);
    project.write('docs/de/a.txt', 'Eins mehr');
    expect(await project.report(['sync'])).toMatchObject({
      code: 0,
      locales: { de: { edited: 1 } },
    });
    project.write('docs/en/a.txt', 'One more time');
    expect((await project.report(['sync'])).code).toBe(1);
    expect((await project.report(['accept', '--files', 'docs/**'])).code).toBe(0);
    expect(await project.report(['check'])).toMatchObject({
      code: 0,
      locales: { de: { current: 1 } },
    });
    expect(project.read('docs/de/a.txt')).toBe('Eins mehr');
  });

  it('review, with the machine’s version beside it on request, once for each source', async () => {
    const running = await service();
    const entry = 'files: docs/*.{locale}.txt\n    beside: true';
    const project = documents(running, { 'docs/a.en.txt': 'One' }, { entry });
    await project.report(['sync']);
    project.write('docs/a.de.txt', 'Eins');
    await project.report(['sync']);
    project.write('docs/a.en.txt', 'One more');
    const review = await project.report(['sync']);
    expect(review).toMatchObject({ code: 1, characters: 8, files: { written: 1 } });
    expect(project.read('docs/a.de.txt')).toBe('Eins');
    expect(plain(project.read('docs/a.de.machine.txt'))).toContain('moo');
    project.remove('docs/a.de.machine.txt');
    expect(await project.report(['sync'])).toMatchObject({ code: 1, characters: 0, requests: 0 });
    expect(project.has('docs/a.de.machine.txt')).toBe(false);
  });

  it('targets that are there without a lock are adopted; losing the lock costs nothing', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'One', 'docs/de/a.txt': 'Eins' });
    expect(await project.report(['sync'])).toMatchObject({
      code: 0,
      requests: 0,
      locales: { de: { current: 1 } },
    });
    project.remove('locale-sync.lock');
    project.remove('.locale-sync');
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect(project.read('docs/de/a.txt')).toBe('Eins');
  });

  it('equal documents are sent once, also after they moved or their target was deleted', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'Same', 'docs/en/b.txt': 'Same' });
    expect(await project.report(['sync'])).toMatchObject({ characters: 4, files: { written: 2 } });
    project.write('docs/en/c.txt', 'Same');
    project.remove('docs/en/a.txt');
    project.remove('docs/de/a.txt');
    project.remove('docs/de/b.txt');
    expect(await project.report(['sync'])).toMatchObject({
      code: 0,
      requests: 0,
      reused: { memory: 2 },
      files: { written: 2 },
    });
    expect(project.read('docs/de/c.txt')).toBe(project.read('docs/de/b.txt'));
  });
});

describe('limits and filters', () => {
  it('limits.characters counts documents before anything is sent', async () => {
    const running = await service();
    const project = documents(running, {
      'docs/en/a.docx': docx(HELLO),
      'docs/en/b.docx': docx('Other'),
    });
    const refused = await project.report(['sync', '--max-characters', '99999']);
    expect(refused).toMatchObject({ code: 2, error: { code: 'limit-exceeded' } });
    expect(running.counters().requests).toBe(0);
    expect((await project.report(['sync', '--max-characters', '100000'])).code).toBe(0);
  });

  it('--locale and --files narrow them, and what is left out stays in the lock', async () => {
    const running = await service();
    const project = documents(
      running,
      { 'docs/en/a.txt': 'One', 'docs/en/b.txt': 'Two' },
      { targets: '[de, fr]' },
    );
    await project.report(['sync', '--locale', 'de', '--files', 'docs/en/a.txt']);
    expect(readdirSync(project.path('docs'))).toEqual(['de', 'en']);
    expect(readdirSync(project.path('docs/de'))).toEqual(['a.txt']);
    const rest = await project.report(['sync']);
    expect(rest).toMatchObject({ code: 0, files: { written: 3, unchanged: 1 } });
    const nothing = await project.run(['sync', '--files', 'nope/**']);
    expect(nothing.code).toBe(2);
  });

  it('--concurrency holds for uploads and downloads', async () => {
    const running = await service({ faults: [{ fault: 'latency', milliseconds: 30 }] });
    const files = Array.from({ length: 6 }, (_, n) => [`docs/en/${n}.txt`, `Text ${n}`] as const);
    const project = documents(running, Object.fromEntries(files));
    expect((await project.report(['sync', '--concurrency', '1'])).code).toBe(0);
    expect(running.counters().mostInFlight).toBe(1);
  });

  it('sync --plan carries out that plan, or refuses once a document has moved on', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'One' });
    await project.run(['plan', '--out', 'plan.json']);
    expect((await project.report(['sync', '--plan', 'plan.json'])).code).toBe(0);
    expect(project.has('docs/de/a.txt')).toBe(true);
    project.write('docs/en/a.txt', 'Two');
    await project.run(['plan', '--out', 'plan.json']);
    project.write('docs/en/a.txt', 'Three');
    const refused = await project.report(['sync', '--plan', 'plan.json']);
    expect(refused).toMatchObject({ code: 2, error: { code: 'plan-outdated' } });
  });

  it('are beside catalogs in one run and one report', async () => {
    const running = await service();
    const rest = 'catalogs:\n  - files: locales/{locale}.json\n';
    const project = documents(
      running,
      { 'docs/en/a.txt': 'One', 'locales/en.json': '{ "a": "Two words" }\n' },
      { rest },
    );
    const done = await project.report(['sync']);
    expect(done).toMatchObject({
      code: 0,
      texts: 1,
      characters: 12,
      files: { written: 2 },
      locales: { de: { units: 2, current: 2, translated: 2 } },
    });
    expect((await project.run(['check'])).code).toBe(0);
    const running2 = running.counters().requests;
    expect(await project.report(['sync'])).toMatchObject({ requests: 0 });
    expect(running.counters().requests).toBe(running2);
  });
});

describe('runs after runs', () => {
  it('nothing to do is remembered, until a document, a target or a folder changes', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'One' });
    await project.report(['sync']);
    const isRemembered = (): boolean =>
      recall({ cwd: project.root, env: project.env }) !== undefined;
    expect(isRemembered()).toBe(true);
    project.write('docs/en/b.txt', 'Two');
    expect(isRemembered()).toBe(false);
    await project.report(['sync']);
    expect(isRemembered()).toBe(true);
    project.write('docs/de/b.txt', 'Zwei');
    expect(isRemembered()).toBe(false);
    await project.report(['sync']);
    project.write('docs/en/a.txt', 'Three');
    expect(isRemembered()).toBe(false);
  });

  it('--watch translates a document as it is saved', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'One' });
    const child = project.start(['sync', '--watch']);
    await expect.poll(() => project.has('docs/de/a.txt')).toBe(true);
    await expect.poll(() => project.has('.locale-sync/ledger/sync')).toBe(true);
    project.write('docs/en/b.txt', 'Two');
    await expect.poll(() => project.has('docs/de/b.txt')).toBe(true);
    const closed = new Promise<number | null>((done) => child.once('close', done));
    child.kill('SIGINT');
    expect(await closed).toBe(0);
    expect(running.counters().characters).toBe(6);
  });
});

describe('what goes wrong', () => {
  it('a rejected document is reported with its file; the others go on', async () => {
    const running = await service();
    const project = documents(running, {
      'docs/en/a.pdf': '%PDF-1.7\nxref\n0 0\ntrailer <<>>\nstartxref\n9\n%%EOF\n',
      'docs/en/b.txt': 'Fine',
    });
    const done = await project.report(['sync']);
    expect(done.code).toBe(1);
    expect(project.has('docs/de/b.txt')).toBe(true);
    expect(project.has('docs/de/a.pdf')).toBe(false);
    expect(done.problems).toMatchObject([{ code: 'service-rejected', file: 'docs/en/a.pdf' }]);
    for (const { message } of done.problems) expect(message).toMatch(/[^.]\. Fix the file, or/);
    expect(done.characters).toBe(4);
    expect(running.counters().characters).toBe(4);
  });

  it('what the service would refuse is said offline, with the file', async () => {
    const running = await service();
    const project = documents(running, {
      'docs/en/a.txt': 'x'.repeat(1_000_001),
      'docs/en/b.odt': 'x',
      'docs/en/c.docx': '',
      'docs/en/d.docx': 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n',
      'docs/en/e.txt': 'Fine',
      'docs/en/f.xlf': '<?xml version="1.0"?>\n<!-- old --><xliff\n version="1.2">',
      'docs/en/g.docx': zipSync({ 'a.txt': strToU8('no document') }),
      'docs/en/h.srt': 'no cues',
    });
    const done = await project.report(['sync']);
    const error = { code: 'invalid-file', message: '7 files cannot be sent.' };
    expect(done).toMatchObject({ code: 2, error });
    expect(done.problems).toHaveLength(7);
    const messages = done.problems.map(({ file, message }) => `${file}: ${message}`).join('\n');
    expect(messages).toMatch(
      /a\.txt: The file is 1000001 bytes long, but the service accepts at most 1000000 for txt/,
    );
    expect(messages).toMatch(
      /b\.odt: The file is not a type of document that the service accepts \(docx, /,
    );
    expect(messages).toMatch(/c\.docx: The file is empty/);
    expect(messages).toMatch(/d\.docx: The file is a Git LFS pointer/);
    expect(messages).toMatch(/f\.xlf: The file is XLIFF 1\.2, but the service only accepts 2\.1/);
    expect(messages).toMatch(/g\.docx: .* it has no word\/document\.xml/);
    expect(messages).toMatch(/h\.srt: The file cannot be read: line 1, column 1: no cue found/);
    expect(project.has('docs/de/e.txt')).toBe(true);
    expect(running.counters().requestsByPath['/v2/document']).toBe(1);
  });

  it('a quota that is used up ends the run with 3, and what was paid is written', async () => {
    const running = await service({
      faults: [{ fault: 'status', status: 456, path: '/v2/document', every: 2, next: 1 }],
    });
    const project = documents(running, { 'docs/en/a.txt': 'One', 'docs/en/b.txt': 'Two' });
    const stopped = await project.report(['sync', '--concurrency', '1']);
    expect(stopped).toMatchObject({ code: 3, error: { code: 'quota' } });
    const done = await project.report(['sync']);
    expect(done.code).toBe(0);
    expect(running.counters().characters).toBe(6);
  });

  it('429 and 503 are waited for', async () => {
    const running = await service({
      faults: [
        { fault: 'status', status: 429, retryAfter: 0, next: 1 },
        { fault: 'status', status: 503, next: 1 },
      ],
    });
    const project = documents(running, { 'docs/en/a.txt': 'One' });
    expect(await project.report(['sync'])).toMatchObject({ code: 0, characters: 3 });
  });

  it('an upload whose answer is lost is said to be maybe billed, and never repeated by itself', async () => {
    const running = await service({ faults: [{ fault: 'drop', path: '/v2/document', next: 1 }] });
    const project = documents(running, { 'docs/en/a.txt': 'One', 'docs/en/b.txt': 'Two' });
    const lost = await project.report(['sync', '--concurrency', '1']);
    expect(lost.code).toBe(1);
    expect(lost.problems).toMatchObject([{ code: 'service-failed', file: 'docs/en/a.txt' }]);
    expect(lost.problems[0]?.message).toMatch(/may have been billed/);
    expect(project.has('docs/de/b.txt')).toBe(true);
    expect((await project.report(['sync'])).code).toBe(0);
  });

  it('a result that was downloaded already is said, not paid for again in the same run', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'One' });
    await interruptAfterUpload(project, running);
    const [name = ''] = jobFiles(project, '.document');
    const record = project.json(`.locale-sync/jobs/${name}`) as {
      handle: { id: string; key: string };
    };
    const download = async (): Promise<number> => {
      const answer = await fetch(`${running.url}/v2/document/${record.handle.id}/result`, {
        method: 'POST',
        headers: {
          authorization: 'Service-Auth-Key test-developer-key',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ document_key: record.handle.key }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    // 503 until it is translated.
    await expect.poll(download).toBe(200);
    const gone = await project.report(['sync']);
    expect(gone.code).toBe(1);
    expect(gone.problems[0]?.message).toMatch(
      /already been downloaded or has expired. The next sync/,
    );
    expect(running.counters().characters).toBe(3);
    expect((await project.report(['sync'])).code).toBe(0);
    expect(running.counters().characters).toBe(6);
  });

  it('a lost key file is an error with the next step', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'One' });
    await interruptAfterUpload(project, running);
    const [name = ''] = jobFiles(project, '.document');
    project.write(`.locale-sync/jobs/${name}`, '{ "kind": "docu');
    const lost = await project.report(['plan']);
    expect(lost.problems).toMatchObject([
      { code: 'job-unreadable', severity: 'error', file: `.locale-sync/jobs/${name}` },
    ]);
    expect(lost.problems[0]?.message).toMatch(
      /Delete the file; the next `sync` uploads the source again and is billed/,
    );
  });

  it('a link out of the root is refused, and half files never appear', async () => {
    const running = await service();
    const other = documents(running, { 'x.txt': 'secret' }, { entry: 'files: "{locale}.txt"' });
    const project = documents(running, { 'docs/en/a.txt': 'One', 'docs/de/.keep': '' });
    symlinkSync(other.path('x.txt'), project.path('docs/de/a.txt'));
    const done = await project.report(['sync']);
    expect(done.code).not.toBe(0);
    expect(other.read('x.txt')).toBe('secret');
    expect(running.counters().characters).toBe(0);
  });

  it('a target that somebody writes meanwhile is theirs; the result is kept for free', async () => {
    const running = await service({
      faults: [{ fault: 'latency', milliseconds: 400, path: '/v2/document' }],
    });
    const project = documents(running, { 'docs/en/a.txt': 'One' });
    const run = project.report(['sync']);
    await expect.poll(() => running.counters().requests).toBeGreaterThan(1);
    project.write('docs/de/a.txt', 'Mine');
    const done = await run;
    expect(done.problems).toMatchObject([{ code: 'changed-on-disk', file: 'docs/de/a.txt' }]);
    expect(project.read('docs/de/a.txt')).toBe('Mine');
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect(project.read('docs/de/a.txt')).toBe('Mine');
  });

  it('Ctrl-C ends with 130, and the next run goes on with what was sent', async () => {
    const running = await service({
      faults: [{ fault: 'latency', milliseconds: 700, path: '/v2/document/' }],
    });
    const project = documents(running, { 'docs/en/a.txt': 'One' });
    expect(await interruptAfterUpload(project, running, 'SIGINT')).toBe(130);
    await setFaults(running.url, []);
    const plan = await project.report(['plan']);
    expect(plan).toMatchObject({ characters: 0, requests: 2 });
    expect(await project.report(['sync'])).toMatchObject({ code: 0, characters: 0 });
    expect(running.counters().characters).toBe(3);
  });

  it('with the embedded service inside of the run, a rehearsal ends with it', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'One' });
    project.env = { SERVICE_URL: 'embedded' };
    expect((await project.report(['sync'])).code).toBe(0);
    expect(plain(project.read('docs/de/a.txt'))).toMatch(/\[de|Un/);
    project.env = { SERVICE_URL: running.url, SERVICE_AUTH_KEY: 'test-developer-key' };
    expect((await project.report(['status'])).locales['de']).toMatchObject({ stale: 1 });
  });
});

type Running = Awaited<ReturnType<typeof startService>>;
type AnyProject = ReturnType<typeof documents>;

function jobFiles(project: AnyProject, ending: string): string[] {
  return readdirSync(project.path('.locale-sync/jobs')).filter((name) => name.endsWith(ending));
}

/** Ends a sync as soon as its document is uploaded. */
async function interruptAfterUpload(
  project: AnyProject,
  running: Running,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<number | null> {
  if (signal === 'SIGKILL') {
    await setFaults(running.url, [{ fault: 'latency', milliseconds: 700, path: '/v2/document/' }]);
  }
  const child = project.start(['sync']);
  const closed = new Promise<number | null>((done) => child.once('close', done));
  const isOpen = (): boolean =>
    project.has('.locale-sync/jobs') && jobFiles(project, '.document').length > 0;
  await expect.poll(isOpen, { interval: 5 }).toBe(true);
  child.kill(signal);
  const code = await closed;
  if (signal === 'SIGKILL') await setFaults(running.url, []);
  return code;
}
