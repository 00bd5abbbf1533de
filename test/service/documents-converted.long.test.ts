import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  download,
  finished,
  isInstalled,
  plain,
  translated,
  unzip,
  upload,
  withoutPrograms,
  zip,
} from './documents-support.js';
import { start } from './support.js';

const fields = { source_lang: 'en', target_lang: 'de' };
const scratch = mkdtempSync(join(tmpdir(), 'locale-sync-test-'));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

const text = 'The quick brown fox jumps over the lazy dog.';

/** A document of that text, made by LibreOffice. */
function sample(extension: string): Uint8Array {
  const namespace = 'http://schemas.openxmlformats.org';
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const source = join(scratch, 'sample.docx');
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="r" Type="${namespace}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${namespace}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:rPr><w:b/><w:sz w:val="32"/></w:rPr><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  };
  writeFileSync(source, zip(parts));
  const profile = `-env:UserInstallation=file://${scratch}/profile`;
  const args = [profile, '--headless', '--convert-to', extension, '--outdir', scratch, source];
  execFileSync('soffice', args, { stdio: 'ignore' });
  return readFileSync(join(scratch, `sample.${extension}`));
}

const leftovers = () => readdirSync(tmpdir()).filter((name) => /^locale-sync-\w{6}$/.test(name));

/** Other files of tests work in the common one at the same time. */
function ownTemporaryFolder(): void {
  vi.stubEnv('TMPDIR', mkdtempSync(join(scratch, 'tmp-')));
  onTestFinished(() => void vi.unstubAllEnvs());
}

async function failure(name: string, content: Uint8Array, options: object = fields) {
  const service = await start();
  const { json } = await upload(service, { name, content }, { ...fields, ...options });
  const end = await finished(service, json);
  expect(end.status).toBe('error');
  return end.message;
}

const cfb = Buffer.from('d0cf11e0a1b11ae1', 'hex');

describe.runIf(isInstalled('soffice'))('doc, with LibreOffice', () => {
  it('becomes a translated docx with its formatting, and leaves no file behind', async () => {
    const content = sample('doc');
    ownTemporaryFolder();
    const before = leftovers();
    const result = await translated(await start(), { name: 'a.doc', content }, fields);
    const document = unzip(result)['word/document.xml'] ?? '';
    expect(plain(document)).toContain('[de Thee quuiick broown foox');
    expect(document).toMatch(/<w:b(?:\/| )/);
    expect(leftovers()).toEqual(before);
  });

  it.each([fields, { ...fields, output_format: 'docx' }])(
    'is named and typed as the docx that it becomes: %j',
    async (options) => {
      const service = await start();
      const { json } = await upload(service, { name: 'a.doc', content: sample('doc') }, options);
      expect((await finished(service, json)).status).toBe('done');
      const { headers } = await download(service, json);
      expect(headers.get('content-disposition')).toBe('attachment; filename="a.docx"');
      expect(headers.get('content-type')).toContain('wordprocessingml.document');
    },
  );

  it('ends in error where it is damaged', async () => {
    const content = Buffer.concat([cfb, Buffer.alloc(600, 7)]);
    expect(await failure('a.doc', content)).toMatch(
      /LibreOffice could not convert doc to docx: the file is damaged/,
    );
  });
});

describe('doc', () => {
  it('ends in error that names what is missing without LibreOffice', async () => {
    const message = await withoutPrograms(() => failure('a.doc', cfb));
    expect(message).toMatch(/LibreOffice.*'soffice'.*not installed/);
  });

  it('ends in error for another kind of file, which LibreOffice never gets to see', async () => {
    const page = Buffer.from('<html><img src="http://127.0.0.1:9/x.png">Hello</html>');
    expect(await failure('a.doc', page)).toBe('The file is not a doc document');
  });
});

describe.runIf(isInstalled('soffice', 'tesseract'))(
  'images, with Tesseract and LibreOffice',
  () => {
    it.each(['png', 'jpg', 'jpeg'])(
      '%s: what is read is translated and drawn',
      async (extension) => {
        const content = sample(extension === 'jpeg' ? 'jpg' : extension);
        const service = await start();
        const name = `a.${extension}`;
        const { json } = await upload(service, { name, content }, fields);
        // What was read is billed: an image has no minimum.
        expect(await finished(service, json)).toMatchObject({
          status: 'done',
          billed_characters: text.length,
        });
        const again = new Uint8Array(await (await download(service, json)).arrayBuffer());
        const kinds = { png: '89504e47', jpg: 'ffd8ff', jpeg: 'ffd8ff' };
        const magic = Buffer.from(again).toString('hex', 0, 4);
        expect(magic).toMatch(new RegExp(`^${kinds[extension as 'png']}`));
        writeFileSync(join(scratch, name), again);
        const read = execFileSync('tesseract', [join(scratch, name), 'stdout'], { stdio: 'pipe' });
        expect(read.toString()).toContain('[de');
      },
    );

    it('ends in error for what is no image, and without data for the language', async () => {
      expect(await failure('a.png', Buffer.from('hello'))).toMatch(/Tesseract/);
      expect(await failure('a.png', new Uint8Array([1]), { source_lang: 'zu' })).toMatch(/'zu'/);
    });
  },
);

describe('images', () => {
  it.each(['png', 'jpg', 'jpeg'])(
    '%s ends in error that names Tesseract without it',
    async (kind) => {
      const message = await withoutPrograms(() => failure(`a.${kind}`, new Uint8Array([1])));
      expect(message).toMatch(/Tesseract.*'tesseract'.*not installed/);
    },
  );
});
