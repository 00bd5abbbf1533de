import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { startService, StoreError, type RequestLog } from '../../src/service/index.js';
import { Store } from '../../src/service/store/store.js';
import { finished, upload } from './documents-support.js';
import { start } from './support.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-'));
});

const hello = { name: 'a.txt', content: 'Hello' };
const pair = { source_lang: 'en', target_lang: 'de' };

describe('a data folder that holds other things too', () => {
  test('files of others in documents, voice and scratch stay', async () => {
    const mine = ['documents/letter.txt', 'voice/song.mp3', 'scratch/notes.md', 'scratch/a/b.md'];
    for (const name of mine) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), 'mine');
    }
    const service = await start({ data: folder });
    await finished(service, (await upload(service, hello, pair)).json);
    await service.close();
    for (const name of mine) expect(await readFile(join(folder, name), 'utf8')).toBe('mine');
  });
});

describe('a data folder that cannot be used is refused with what is wrong', () => {
  const refusal = (data: string) =>
    startService({ data }).then(
      () => 'none',
      (error: unknown) => (error instanceof StoreError ? error.message : String(error)),
    );

  test.each([
    ['', 'The data folder has no name'],
    ['file', /'.*file' cannot be used as the data folder: it is not a folder$/],
    ['file/below', /cannot be used as the data folder: it is not a folder, or is not inside one/],
    ['journal', /cannot be used as the data folder: a folder is in the place of one of its files/],
    ['scratch', /cannot be used as the data folder: it is not a folder/],
  ])('%j', async (name, reason) => {
    await writeFile(join(folder, 'file'), '');
    await mkdir(join(folder, 'journal', 'journal.jsonl'), { recursive: true });
    await mkdir(join(folder, 'scratch'));
    await writeFile(join(folder, 'scratch', 'scratch'), '');
    expect(await refusal(name && join(folder, name))).toMatch(reason);
  });

  test.runIf(process.platform === 'linux')('where no folder can be made', async () => {
    expect(await refusal('/proc/none/below')).toMatch(
      /data folder: no folder can be created there$/,
    );
  });

  test('folders around it are made', async () => {
    await (await start({ data: join(folder, 'a', 'b', 'c') })).close();
    expect((await stat(join(folder, 'a', 'b', 'c'))).isDirectory()).toBe(true);
  });

  test.each(['{"set":1}', '["set","keys"]', '["set","keys","a"]', '["together",[["set"]]]', '7'])(
    'a journal with the line %s',
    async (line) => {
      await appendFile(join(folder, 'journal.jsonl'), `["set","c","a",1]\n${line}\n`);
      expect(await refusal(folder)).toMatch(/journal\.jsonl: line 2 is damaged/);
    },
  );

  test('one that this process uses already, until that ends', async () => {
    const service = await start({ data: folder });
    expect(await refusal(folder)).toMatch(/lock: the folder is in use by this process/);
    expect(await refusal(join(folder, 'none', '..'))).toMatch(/in use by this process/);
    await service.close();
    await (await start({ data: folder })).close();
  });
});

describe('a disk that does not take everything', () => {
  test('a journal that cannot be rewritten goes on taking changes', async () => {
    await mkdir(join(folder, 'journal.jsonl.new'));
    const store = await Store.open(folder);
    for (let round = 0; round < 60; round += 1) {
      store.collection('c').set('a', String(round).padEnd(100_000, 'x'));
      await store.flush();
    }
    await store.close();
    const again = await Store.open(folder);
    expect(String(again.collection('c').get('a')).slice(0, 2)).toBe('59');
    await again.close();
  });

  test('a document that cannot be stored is 503, with the reason in the log, and the next one goes through', async () => {
    const entries: RequestLog[] = [];
    const service = await start({ data: folder, log: (entry) => entries.push(entry) });
    await writeFile(join(folder, 'documents'), '');
    const { status, json } = await upload(service, hello, pair);
    expect([status, json.message]).toEqual([503, 'The change could not be stored']);
    await expect
      .poll(() => entries.map(({ error }) => error))
      .toEqual([expect.stringMatching(/^Error: (EEXIST|ENOTDIR)/)]);
    await rm(join(folder, 'documents'));
    const { json: handle } = await upload(service, hello, pair);
    expect((await finished(service, handle)).status).toBe('done');
  });
});
