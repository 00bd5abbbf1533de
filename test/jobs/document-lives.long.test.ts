import { describe, expect, it } from 'vitest';
import { service } from '../support/service.js';
import { documents, docx, pdf } from './support.js';

describe('a source that is renamed or deleted', () => {
  it('leaves its target, and a warning that stays until the target has gone', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'One', 'docs/en/b.txt': 'Two' });
    await project.report(['sync']);
    project.remove('docs/en/a.txt');
    const orphan = {
      code: 'orphan-file',
      severity: 'warning',
      file: 'docs/de/a.txt',
      locale: 'de',
    };
    for (const command of ['plan', 'sync', 'sync', 'check']) {
      const { code, problems } = await project.report([command]);
      expect([command, code, problems]).toMatchObject([command, 0, [orphan]]);
    }
    expect(project.has('docs/de/a.txt')).toBe(true);
    // What comes back is known as it was.
    project.write('docs/en/a.txt', 'One');
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0, problems: [] });
    project.remove('docs/en/a.txt');
    project.remove('docs/de/a.txt');
    expect(await project.report(['sync'])).toMatchObject({ code: 0, problems: [] });
  });

  it('is missed by its result of another ending, which the pattern does not find', async () => {
    const running = await service();
    const project = documents(
      running,
      { 'docs/en/a.pdf': await pdf('One'), 'docs/en/b.pdf': await pdf('Two') },
      { entry: 'files: docs/{locale}/*.pdf\n    output_format: docx' },
    );
    // Not ours, and of no interest.
    project.write('docs/de/own.docx', docx('Eigenes'));
    expect(await project.report(['sync'])).toMatchObject({ code: 0, problems: [] });
    project.remove('docs/en/a.pdf');
    const message = expect.stringContaining('Its source docs/en/a.pdf does not exist.') as unknown;
    const orphan = { code: 'orphan-file', severity: 'warning', file: 'docs/de/a.docx', message };
    for (const command of ['plan', 'sync', 'check']) {
      expect(await project.report([command])).toMatchObject({ code: 0, problems: [orphan] });
    }
    expect(project.has('docs/de/a.docx')).toBe(true);
    project.remove('docs/de/a.docx');
    expect(await project.report(['sync'])).toMatchObject({ code: 0, problems: [] });
  });

  it('is not missed where nothing was ever made of it: a target may be of one locale alone', async () => {
    const running = await service();
    const project = documents(running, {
      'docs/en/a.txt': 'One',
      'docs/de/impressum.txt': 'Wir',
      'docs/de/a.machine.txt': 'Eins',
    });
    expect(await project.report(['sync'])).toMatchObject({ code: 0, problems: [] });
  });

  it('with a person’s target that is renamed alike costs nothing', async () => {
    const running = await service();
    const project = documents(running, { 'docs/en/a.txt': 'One' });
    await project.report(['sync']);
    project.write('docs/de/a.txt', 'Eins');
    await project.report(['sync']);
    const before = running.counters().requests;
    project.write('docs/en/b.txt', 'One');
    project.write('docs/de/b.txt', 'Eins');
    project.remove('docs/en/a.txt');
    project.remove('docs/de/a.txt');
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0, problems: [] });
    expect(project.read('docs/de/b.txt')).toBe('Eins');
    expect(running.counters().requests).toBe(before);
  });
});

it('a document in review is said with what settles it', async () => {
  const running = await service();
  const project = documents(running, { 'docs/en/a.txt': 'One' });
  await project.report(['sync']);
  project.write('docs/de/a.txt', 'Eins');
  await project.report(['sync']);
  project.write('docs/en/a.txt', 'One more');
  const { code, stdout } = await project.run(['check']);
  expect(code).toBe(1);
  expect(stdout).toContain('1 file to review: ');
  expect(stdout).toContain('`locale-sync accept --files <file>`');
  expect((await project.run(['accept', '--files', 'docs/de/a.txt'])).code).toBe(0);
  expect((await project.run(['check'])).code).toBe(0);
});
