import { spawnSync } from 'node:child_process';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../src/service/documents/pdf/read-pdf.js';
import { finished, translated, unzip, upload } from './documents-support.js';
import { start } from './support.js';

const fields = { source_lang: 'en', target_lang: 'de' };

async function pdf(pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const font = await file.embedFont(StandardFonts.TimesRoman);
  for (const lines of pages) {
    const page = file.addPage([400, 500]);
    for (const [index, text] of lines.entries()) {
      page.drawText(text, { x: 40, y: 440 - 14 * index, size: 12, font });
    }
  }
  return file.save();
}

async function failure(name: string, content: Uint8Array): Promise<string | undefined> {
  const service = await start();
  const { json } = await upload(service, { name, content }, fields);
  const end = await finished(service, json);
  expect(end.status).toBe('error');
  return end.message;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

describe('pdf', () => {
  it('is translated page by page, with the lines of a paragraph joined', async () => {
    const content = await pdf([['Hello good', 'world'], ['Second page']]);
    const result = await translated(await start(), { name: 'a.pdf', content }, fields);
    const pages = await readPdf(result);
    const texts = pages.map(({ paragraphs }) => paragraphs.map(({ text }) => plain(text)));
    expect(texts).toEqual([
      [expect.stringMatching(/^\[de Heelloo go+d woorld\]$/)],
      [expect.stringMatching(/^\[de Seecoond paagee\]$/)],
    ]);
    expect([pages[0]?.width, pages[0]?.height]).toEqual([400, 500]);
  });

  it('becomes docx on request', async () => {
    const content = await pdf([['Tom & Ann']]);
    const options = { ...fields, output_format: 'docx' };
    const result = unzip(await translated(await start(), { name: 'a.pdf', content }, options));
    expect(result['word/document.xml']).toMatch(
      /<w:t xml:space="preserve">\[de .*&amp;.*\]<\/w:t>/,
    );
  });

  it('ends in error without text, and for what is no pdf', async () => {
    expect(await failure('a.pdf', await pdf([[]]))).toContain('no text');
    expect(await failure('a.pdf', new Uint8Array([1, 2, 3]))).toContain('no pdf');
  });
});

const isInstalled = (command: string) => spawnSync(command, ['--version']).error === undefined;

describe('doc and images', () => {
  it.runIf(!isInstalled('soffice'))(
    'doc ends in error that names LibreOffice where it is missing',
    async () => {
      const message = await failure('a.doc', new Uint8Array([0xd0, 0xcf]));
      expect(message).toMatch(/LibreOffice.*'soffice'.*not installed/);
    },
  );

  it.runIf(!isInstalled('tesseract')).each(['png', 'jpg', 'jpeg'])(
    '%s ends in error that names Tesseract where it is missing',
    async (extension) => {
      const message = await failure(`a.${extension}`, new Uint8Array([1]));
      expect(message).toMatch(/Tesseract.*'tesseract'.*not installed/);
    },
  );
});
