import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../src/service/tools/pdf-reader.js';
import type { RunningService } from '../../src/service/index.js';
import { plain, translated, unzip, zip } from './documents-support.js';
import { call, start } from './support.js';

const fields = { source_lang: 'en', target_lang: 'de' };
const patient = { milliseconds: 60_000, bytes: 1_000_000_000 };

/** A pdf of one page with a content stream, which was deflated twice. */
function packedTwice(content: Buffer): Uint8Array {
  const packed = deflateSync(deflateSync(content, { level: 1 }));
  const stream = `<< /Length ${packed.length} /Filter [/FlateDecode /FlateDecode] >>`;
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'),
    Buffer.from('2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n'),
    Buffer.from('3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] '),
    Buffer.from('/Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>\nendobj\n'),
    Buffer.from('5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n'),
    Buffer.from(`4 0 obj\n${stream}\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n'),
  ]);
}

const text = Buffer.from('BT /F 12 Tf 40 200 Td (Hello) Tj ET\n');

/** A docx with many empty paragraphs before one with text. */
function largeDocx(paragraphs: number): Uint8Array {
  const empty = '<w:p><w:pPr><w:spacing w:after="0"/></w:pPr></w:p>'.repeat(paragraphs);
  const end = '<w:p><w:r><w:t>Hello</w:t></w:r></w:p>';
  return zip({ 'word/document.xml': `<w:document xmlns:w="w">${empty}${end}</w:document>` });
}

/** How many requests are answered while something is done. */
async function answeredDuring(service: RunningService, work: Promise<unknown>): Promise<number> {
  let isDone = false as boolean;
  const done = work.finally(() => {
    isDone = true;
  });
  let answered = 0;
  while (!isDone) {
    await call(service, 'GET /v2/usage');
    answered += 1;
  }
  await done;
  return answered;
}

describe('a pdf that unpacks to much', () => {
  it('is read while others are answered', async () => {
    const content = packedTwice(Buffer.concat([Buffer.alloc(20_000_000, ' '), text]));
    expect(content.length).toBeLessThan(100_000);
    const service = await start();
    const options = { ...fields, output_format: 'docx' };
    const work = translated(service, { name: 'a.pdf', content }, options);
    expect(await answeredDuring(service, work)).toBeGreaterThan(10);
    expect(plain(unzip(await work)['word/document.xml'] ?? '')).toContain('>[de Heelloo]<');
  });

  it('is given up where it takes too much memory or time; the next one is read', async () => {
    const content = packedTwice(Buffer.alloc(100_000_000, ' '));
    const tooMuch = 'takes too long or too much memory';
    await expect(readPdf(content, { ...patient, bytes: 50_000_000 })).rejects.toThrow(tooMuch);
    await expect(readPdf(content, { ...patient, milliseconds: 50 })).rejects.toThrow(tooMuch);
    const [page] = await readPdf(packedTwice(text), patient);
    expect(page?.paragraphs).toEqual([{ text: 'Hello', size: 12 }]);
  });
});

const manyUnits = Array.from(
  { length: 10_000 },
  (_, index) => `<unit id="u${index}"><segment><source>Text</source></segment></unit>`,
).join('');

describe('a document of very many texts', () => {
  it.each([
    [
      'a.xlf',
      `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en"><file id="f">${manyUnits}</file></xliff>`,
      10_000,
    ],
    ['a.txt', 'Text\n'.repeat(10_000), 10_000],
  ])('lets others have their turn between them: %s', async (name, content, count) => {
    const service = await start();
    const work = translated(service, { name, content: Buffer.from(content) }, fields);
    expect(await answeredDuring(service, work)).toBeGreaterThan(10);
    expect(String(Buffer.from(await work)).match(/\[de /g)).toHaveLength(count);
  });

  it('may hold more placeholders or terms in one paragraph than a call takes arguments', async () => {
    const service = await start();
    const terms = { source_lang: 'en', target_lang: 'de', entries: 'house\tHaus' };
    const made = await call(service, 'POST /v3/glossaries', {
      body: { name: 'Homes', dictionaries: [terms] },
    });
    const { glossary_id } = made.json as { readonly glossary_id: string };
    const html = Buffer.from(`<p>${'{name} is. '.repeat(80_000)}</p>`);
    const page = await translated(service, { name: 'a.html', content: html }, fields);
    expect(String(Buffer.from(page)).match(/\{name\}/g)).toHaveLength(80_000);
    const line = { name: 'a.txt', content: Buffer.from('A house. '.repeat(80_000)) };
    const text = await translated(service, line, { ...fields, glossary_id });
    expect(String(Buffer.from(text)).match(/Haus/g)).toHaveLength(80_000);
  });
});

describe('a page of another encoding', () => {
  it.each([1, 5_000])('keeps it, whatever its size: %i paragraphs', async (count) => {
    const service = await start();
    const page = `\ufeff${'<p>Hello</p>\n'.repeat(count)}`;
    const file = { name: 'a.html', content: Buffer.from(page, 'utf16le') };
    const written = Buffer.from(await translated(service, file, fields)).toString('latin1');
    const one = written.split('\n')[0] ?? '';
    expect(one).toMatch(/^<p>\[de (?:&#\d+;|l)+\]<\/p>$/i);
    expect(written).toBe(`${one}\n`.repeat(count));
  });
});

describe('an office document that unpacks to much', () => {
  it('is translated while others are answered, nothing but its text changed', async () => {
    const content = largeDocx(150_000);
    const service = await start();
    const work = translated(service, { name: 'a.docx', content }, fields);
    expect(await answeredDuring(service, work)).toBeGreaterThan(10);
    const written = unzip(await work)['word/document.xml'] ?? '';
    const expected = unzip(content)['word/document.xml']?.replace('Hello', '[de Heelloo]');
    expect(plain(written) === expected).toBe(true);
  });
});
