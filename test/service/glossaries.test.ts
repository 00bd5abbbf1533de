import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { longestEntry, withEntries } from '../../src/service/glossaries/dictionary.js';
import { Glossaries } from '../../src/service/glossaries/glossaries.js';
import { Store } from '../../src/service/store/store.js';
import { call, start, textsOf, translate, type Answer } from './support.js';

const dictionary = { source_lang: 'en', target_lang: 'de', entries: 'Hello\tMoin\nworld\tErde' };
const format = { entries_format: 'tsv' as const };

function create(service: RunningService, more: object = {}): Promise<Answer> {
  const body = { name: 'Terms', dictionaries: [dictionary], ...more };
  return call(service, 'POST /v3/glossaries', { body });
}

async function entriesOf(service: RunningService, id: string): Promise<string | undefined> {
  const path = `/v3/glossaries/${id}/entries?source_lang=EN&target_lang=de`;
  return (await call(service, `GET ${path}`)).json.dictionaries[0]?.entries;
}

describe('glossaries (interface.md 2.5, 4.3)', () => {
  test('create answers 201; list, metadata and entries show it, codes lower-case', async () => {
    const service = await start();
    const { status, json } = await create(service, {
      dictionaries: [{ ...dictionary, source_lang: 'EN', target_lang: 'DE' }],
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      name: 'Terms',
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entry_count: 2 }],
    });
    expect((await call(service, 'GET /v3/glossaries')).json.glossaries).toEqual([json]);
    expect((await call(service, `GET /v3/glossaries/${json.glossary_id}`)).json).toEqual(json);
    expect(await entriesOf(service, json.glossary_id)).toBe('Hello\tMoin\nworld\tErde');
  });

  test('a form body is accepted on create', async () => {
    const service = await start();
    const answer = await call(service, 'POST /v3/glossaries', {
      form: [
        ['name', 'Form'],
        ['dictionaries[0].source_lang', 'en'],
        ['dictionaries[0].target_lang', 'de'],
        ['dictionaries[0].entries', 'a,b'],
        ['dictionaries[0].entries_format', 'csv'],
      ],
    });
    expect(answer.status).toBe(201);
    expect(answer.json.dictionaries[0]?.entry_count).toBe(1);
  });

  test('CSV: quotes enclose commas and doubled quotes, codes may follow, other pairs are ignored; entries come back as TSV', async () => {
    const service = await start();
    const entries = '"a, b","say ""hi"""\r\nx,y,en,de\nskipped,z,en,fr\n';
    const { json } = await create(service, {
      dictionaries: [{ ...dictionary, entries, entries_format: 'csv' }],
    });
    expect(await entriesOf(service, json.glossary_id)).toBe('a, b\tsay "hi"\nx\ty');
  });

  test('CSV: codes of a variant of the pair, and empty ones, belong to it (rules 3 and 4)', async () => {
    const service = await start();
    const { json } = await create(service, {
      dictionaries: [
        {
          source_lang: 'de',
          target_lang: 'pt-BR',
          entries: 'Haus,casa,de,pt-BR\nBaum,arvore,DE,pt\nTag,dia,,\nNacht,nuit,de,fr\nJa,oui,,fr',
          entries_format: 'csv',
        },
      ],
    });
    const path = `/v3/glossaries/${json.glossary_id}/entries?source_lang=de&target_lang=pt`;
    const { dictionaries } = (await call(service, `GET ${path}`)).json;
    expect(dictionaries[0]?.entries).toBe('Baum\tarvore\nHaus\tcasa\nTag\tdia');
  });

  test('PATCH refuses entries with which a dictionary would be larger than 10 MB', async () => {
    const glossaries = new Glossaries(new Store(), () => new Date());
    const lines = (letter: string) =>
      Array.from({ length: 6500 }, (_, index) => `${letter}${index}\t${'x'.repeat(1000)}`).join(
        '\n',
      );
    const pair = { source_lang: 'en', target_lang: 'de', ...format };
    const { glossary_id: id } = await glossaries.create('Terms', [
      { ...pair, entries: lines('a') },
    ]);
    const more = glossaries.patch(id, undefined, { ...pair, entries: lines('b') });
    await expect(more).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('10 MB') as string,
    });
    expect(glossaries.get(id).dictionaries[0]?.entry_count).toBe(6500);
    expect(
      (await glossaries.patch(id, undefined, { ...pair, entries: lines('a') })).dictionaries,
    ).toMatchObject([{ entry_count: 6500 }]);
  });

  test('PUT creates or replaces the dictionary of a pair and answers its metadata', async () => {
    const service = await start();
    const { glossary_id: id } = (await create(service)).json;
    const route = `PUT /v3/glossaries/${id}/dictionaries`;
    const replaced = await call(service, route, { body: { ...dictionary, entries: 'one\teins' } });
    expect(replaced).toMatchObject({ status: 200, json: { entry_count: 1, target_lang: 'de' } });
    expect(await entriesOf(service, id)).toBe('one\teins');
    await call(service, route, { body: { ...dictionary, target_lang: 'fr' } });
    expect((await call(service, `GET /v3/glossaries/${id}`)).json.dictionaries).toHaveLength(2);
  });

  test('PATCH renames and merges into one dictionary; two are 400; a pair that it lacks is added', async () => {
    const service = await start();
    const { glossary_id: id } = (await create(service)).json;
    const patch = (body: object) => call(service, `PATCH /v3/glossaries/${id}`, { body });
    const entries = 'Hello\tHallo\nnew\tneu';
    const { json } = await patch({ name: 'Renamed', dictionaries: [{ ...dictionary, entries }] });
    expect(json).toMatchObject({ name: 'Renamed', dictionaries: [{ entry_count: 3 }] });
    expect(await entriesOf(service, id)).toBe('Hello\tHallo\nnew\tneu\nworld\tErde');
    const french = { ...dictionary, target_lang: 'fr' };
    expect((await patch({ dictionaries: [dictionary, french] })).status).toBe(400);
    expect((await patch({ dictionaries: [french] })).json.dictionaries).toHaveLength(2);
  });

  test('deletes answer 204, and what was deleted is 404', async () => {
    const service = await start();
    const { glossary_id: id } = (await create(service)).json;
    const pair = `/v3/glossaries/${id}/dictionaries?source_lang=en&target_lang=de`;
    expect((await call(service, `DELETE ${pair}`)).status).toBe(204);
    expect((await call(service, `DELETE ${pair}`)).status).toBe(404);
    expect((await call(service, `DELETE /v3/glossaries/${id}/dictionaries`)).status).toBe(400);
    expect((await call(service, `DELETE /v3/glossaries/${id}`)).status).toBe(204);
    expect((await call(service, `GET /v3/glossaries/${id}`)).status).toBe(404);
    expect((await call(service, 'GET /v3/glossaries/not-a-uuid')).status).toBe(400);
  });

  test.each([
    ['a\tb\na\tc', "Line 2: the source phrase 'a' appears twice"],
    ['a\t', 'Line 1: the target phrase is empty'],
    ['x\ty\n\tb', 'Line 2: the source phrase is empty'],
    ['a\u0007\tb', 'Line 1: the source phrase contains a control character'],
    ['a\tb\u0085', 'Line 1: the target phrase contains a control character'],
    ['a\u2028x\tb', 'newline'],
    [' a\tb', 'white space'],
    ['a\tb\u00a0', 'white space'],
    ['a', 'Line 1: a source and a target phrase are expected'],
    ['a\tb\tc', 'Line 1: too many fields'],
    [`${'ä'.repeat(513)}\tb`, 'longer than 1024 bytes'],
  ])(
    'entries have no duplicate source, empty phrase, control character, newline or outer white space: %j is 400, %s',
    async (entries, reason) => {
      const service = await start();
      const answer = await create(service, { dictionaries: [{ ...dictionary, entries }] });
      expect(answer.status).toBe(400);
      expect(answer.json.detail).toContain(reason);
    },
  );

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'ä'.repeat(513) }, 'name'],
    [{ dictionaries: [] }, 'dictionaries'],
    [{ dictionaries: [{ ...dictionary, entries: '' }] }, 'entries'],
    [{ dictionaries: [{ ...dictionary, entries_format: 'xls' }] }, 'entries_format'],
    [{ dictionaries: [{ ...dictionary, source_lang: 'xx' }] }, 'source_lang'],
    [{ dictionaries: [{ ...dictionary, target_lang: 'en-GB' }] }, 'same language'],
    [{ dictionaries: [dictionary, dictionary] }, 'twice'],
  ])('creating with %j is 400, naming %s', async (more, name) => {
    const service = await start();
    const answer = await create(service, more);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(name);
  });

  test('a glossary of five dictionaries of 10 MB each is taken, a larger dictionary is 400', async () => {
    const service = await start();
    const line = (index: number) => `${String(index).padStart(9, '0')}\t${'x'.repeat(989)}`;
    const entries = Array.from({ length: 10_000 }, (_, index) => line(index)).join('\n');
    const dictionaries = ['de', 'fr', 'es', 'it', 'nl'].map((target_lang) => {
      return { ...dictionary, target_lang, entries };
    });
    expect((await create(service, { dictionaries })).status).toBe(201);
    const larger = await create(service, {
      dictionaries: [{ ...dictionary, entries: `${entries}\n${line(10_000)}` }],
    });
    expect(larger.status).toBe(400);
    expect(larger.json.message).toContain('10 MB');
  });
});

test('all glossaries together hold no more than memory allows: one more is 400', async () => {
  const glossaries = new Glossaries(new Store(), () => new Date(), 30);
  const { glossary_id } = await glossaries.create('Terms', [{ ...dictionary, ...format }]);
  const more = { ...dictionary, ...format, target_lang: 'fr' };
  await expect(glossaries.create('More', [more])).rejects.toThrow('at most 30 characters');
  await expect(glossaries.put(glossary_id, more)).rejects.toThrow('at most 30 characters');
  glossaries.delete(glossary_id);
  expect(await glossaries.create('More', [more])).toMatchObject({ name: 'More' });
});

test('a dictionary holds what any order of puts and patches leaves in it', () => {
  const pair = { source_lang: 'en', target_lang: 'de' };
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.stringMatching(/^[ab ]?[ab]+$/), fc.stringMatching(/^\w+$/))),
      (patches) => {
        const known = new Map<string, string>();
        let [tsv, count] = ['', 0];
        for (const patch of patches.filter((each) => Object.keys(each).length > 0)) {
          const rows = Object.entries(patch).map(([key, value]) => [key.trim(), value] as const);
          const unique = new Map(rows);
          const entries = Array.from(unique, (row) => row.join('\t')).join('\n');
          const merged = withEntries(tsv, { ...pair, entries, entries_format: 'tsv' }, pair);
          for (const [source, target] of unique) known.set(source, target);
          [tsv, count] = [merged.tsv, count + merged.added];
        }
        const phrases = [...known.keys()].sort();
        expect([tsv === '' ? [] : tsv.split('\n'), count]).toEqual([
          phrases.map((phrase) => `${phrase}\t${known.get(phrase)}`),
          known.size,
        ]);
        for (const text of ['a', 'ab', 'ba b', 'a ab a', 'b']) {
          const starts = [...known.keys()].filter((source) => text.startsWith(source));
          const longest = starts.sort((one, other) => other.length - one.length)[0];
          expect(longestEntry(tsv, text, () => true)?.source).toBe(longest);
          const odd = starts.find((source) => source.length % 2 === 1);
          expect(longestEntry(tsv, text, (length) => length % 2 === 1)?.source).toBe(odd);
        }
      },
    ),
  );
});

test('a large dictionary is merged in a thread: nothing of two changes at once is lost', async () => {
  const service = await start();
  const entries = Array.from({ length: 60_000 }, (_, index) => `${index}x\ty${index}`).join('\n');
  const { json } = await create(service, { dictionaries: [{ ...dictionary, entries }] });
  expect(json.dictionaries[0]?.entry_count).toBe(60_000);
  const path = `PATCH /v3/glossaries/${json.glossary_id}`;
  const patch = (more: string) =>
    call(service, path, { body: { dictionaries: [{ ...dictionary, entries: more }] } });
  const both = await Promise.all([patch(`${entries}\nlate\tspät`), patch('early\tfrüh')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const { json: after } = await call(service, `GET /v3/glossaries/${json.glossary_id}`);
  expect(after.dictionaries[0]?.entry_count).toBe(60_002);
  const body = { text: ['early and late, 777x'], source_lang: 'en', target_lang: 'de' };
  const answer = await translate(service, { ...body, glossary_id: json.glossary_id });
  expect(textsOf(answer)[0]).toMatch(/früh.*spät.*y777/);
  const twice = await patch(`${entries}\n0x\ttwice`);
  expect([twice.status, twice.json.detail]).toEqual([400, expect.stringContaining('Line 60001')]);
});

describe('glossaries in translation', () => {
  test('terms stand as whole words, the longest wins, at sentence starts with a capital', async () => {
    const service = await start();
    const entries = 'cat\tKatze\ncat food\tKatzenfutter\nhouse\thaus';
    const { json } = await create(service, { dictionaries: [{ ...dictionary, entries }] });
    const text = ['The cat eats cat food, not category', 'House rules', '<b>cat</b> {cat}'];
    const body = { text, target_lang: 'de', source_lang: 'en', glossary_id: json.glossary_id };
    const [first = '', second = '', third = ''] = textsOf(await translate(service, body));
    expect(first).toMatch(/ Katze .* Katzenfutter, /);
    expect(first.match(/Katze/g)).toHaveLength(2);
    expect(second).toMatch(/^Haus \[de /);
    expect(third).toContain('<b>Katze</b> {cat}');
  });

  test('a glossary of a language serves its variants: EN for EN-US and EN-GB, PT for PT-PT and PT-BR', async () => {
    const service = await start();
    const body = { ...dictionary, target_lang: 'pt' };
    const { json } = await create(service, { dictionaries: [body] });
    const request = { text: ['Hello'], source_lang: 'EN', glossary_id: json.glossary_id };
    for (const target_lang of ['pt-BR', 'PT-PT']) {
      expect(textsOf(await translate(service, { ...request, target_lang }))[0]).toContain('Moin');
    }
    const english = { source_lang: 'de', target_lang: 'EN', entries: 'Hallo\tHowdy' };
    const { glossary_id } = (await create(service, { dictionaries: [english] })).json;
    for (const target_lang of ['EN-US', 'en-GB']) {
      const asked = { text: ['Hallo'], source_lang: 'de', glossary_id, target_lang };
      expect(textsOf(await translate(service, asked))[0]).toContain('Howdy');
    }
    const absent = await translate(service, { ...request, target_lang: 'fr' });
    expect(absent.status).toBe(400);
    expect(absent.json.message).toBe('No dictionary found for language pair en-fr in glossary');
  });
});
