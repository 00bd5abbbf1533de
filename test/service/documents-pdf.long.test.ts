import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../src/service/tools/pdf-reader.js';
import {
  finished,
  isInstalled,
  plain,
  translated,
  unzip,
  upload,
  withoutPrograms,
} from './documents-support.js';
import { call, start } from './support.js';

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
    expect(pages[0]?.width).toBeCloseTo(400, 1);
    expect(pages[0]?.height).toBeCloseTo(500, 1);
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
    expect(await failure('a.pdf', new Uint8Array([1, 2, 3]))).toContain('The file is not a pdf');
  });
});

/** What a pdf is with these texts in place of its own, by way of a glossary. */
async function replaced(source: string, target: string): Promise<Uint8Array> {
  const service = await start();
  const entries = `${source}\t${target}`;
  const dictionary = { source_lang: 'en', target_lang: 'ja', entries, entries_format: 'tsv' };
  const body = { name: 'g', dictionaries: [dictionary] };
  const { json } = await call(service, 'POST /v3/glossaries', { body });
  const options = { source_lang: 'en', target_lang: 'ja', glossary_id: json.glossary_id };
  return translated(service, { name: 'a.pdf', content: await pdf([[source]]) }, options);
}

const textOf = async (content: Uint8Array) =>
  (await readPdf(content)).flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)).join();

describe('a pdf that cannot be read', () => {
  it.runIf(isInstalled('soffice'))(
    'ends in error that says so for one with a password',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'locale-sync-test-'));
      await writeFile(join(folder, 'a.txt'), 'Good day');
      const options = {
        EncryptFile: { type: 'boolean', value: 'true' },
        DocumentOpenPassword: { type: 'string', value: 'secret' },
      };
      const format = `pdf:writer_pdf_Export:${JSON.stringify(options)}`;
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      const args = [profile, '--headless', '--convert-to', format, '--outdir', folder];
      execFileSync('soffice', [...args, join(folder, 'a.txt')], { stdio: 'ignore' });
      const content = await readFile(join(folder, 'a.pdf'));
      await rm(folder, { recursive: true });
      expect(await failure('a.pdf', content)).toBe('The pdf is protected by a password');
    },
  );

  it('ends in error for a scanned one, which has pictures alone', async () => {
    const file = await PDFDocument.create();
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const page = file.addPage([400, 500]);
    page.drawImage(await file.embedPng(Buffer.from(pixel, 'base64')), { x: 0, y: 0 });
    expect(await failure('a.pdf', await file.save())).toBe(
      'The pdf contains no text; scanned pages cannot be read',
    );
  });
});

describe('letters that Helvetica lacks', () => {
  it.runIf(isInstalled('soffice')).each(['Привет', 'Καλημέρα', 'Zażółć'])(
    'are set by LibreOffice where it is installed: %s',
    async (word) => {
      expect(await textOf(await replaced('Greeting', word))).toContain(word);
    },
  );

  it.runIf(isInstalled('soffice'))(
    'are an error that names one where no installed font has it',
    async () => {
      // Linear B: none of the common fonts has it.
      await expect(replaced('Greeting', '\u{10000}')).rejects.toThrow(
        "No installed font has the character '\u{10000}'",
      );
    },
  );

  it('lose their accent without LibreOffice', async () => {
    const content = await withoutPrograms(() => replaced('Greeting', 'Zażółć'));
    expect(await textOf(content)).toContain('Zazólc');
  });

  it.each(['Привет', '日本語'])(
    'are an error that asks for docx without LibreOffice where they are another script: %s',
    async (word) => {
      await expect(withoutPrograms(() => replaced('Greeting', word))).rejects.toThrow(
        /ask for 'output_format' docx/,
      );
    },
  );
});
