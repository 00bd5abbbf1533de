import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  finished,
  isInstalled,
  plain,
  translated,
  unzip,
  upload,
  zip,
} from './documents-support.js';
import { start } from './support.js';

const fields = { source_lang: 'en', target_lang: 'de' };
const schemas = 'http://schemas.openxmlformats.org';
const folder = mkdtempSync(join(tmpdir(), 'locale-sync-test-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const run = (text: string, properties = '') => `<w:r>${properties}<w:t>${text}</w:t></w:r>`;
const p = (...content: readonly string[]) => `<w:p>${content.join('')}</w:p>`;

const field =
  '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> DATE \\@ "dd MMM" </w:instrText></w:r>' +
  '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>7</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
const tracked =
  '<w:ins w:id="1" w:author="Ann"><w:r><w:t>added words</w:t></w:r></w:ins>' +
  '<w:del w:id="2" w:author="Ann"><w:r><w:delText>removed words</w:delText></w:r></w:del>';
const link =
  '<w:hyperlink r:id="rId9" w:history="1"><w:r><w:rPr><w:u w:val="single"/></w:rPr><w:t>our site</w:t></w:r></w:hyperlink>';
const formula =
  '<m:oMath><m:r><m:t>velocity</m:t></m:r></m:oMath><w:bookmarkStart w:id="0" w:name="mark"/>';
const table = `<w:tbl><w:tr><w:tc>${p(run('Cell one'))}</w:tc><w:tc>${p(run('Cell two'))}</w:tc></w:tr></w:tbl>`;
const note = '<w:r><w:footnoteReference w:id="1"/></w:r>';
const box = (id: string) => `<w:txbxContent>${p(run(`Boxed ${id}`))}</w:txbxContent>`;

const names = ['w', 'r', 'm'].map(
  (name) =>
    `xmlns:${name}="${schemas}/${{ w: 'wordprocessingml/2006/main', r: 'officeDocument/2006/relationships', m: 'officeDocument/2006/math' }[name]}"`,
);
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const part = (name: string, body: string) =>
  `${head}<w:${name} ${names.join(' ')}>${body}</w:${name}>`;
const kind = (name: string) =>
  `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${name === 'document' ? 'document.main' : name.replace(/\d/, '')}+xml"/>`;
const relation = (id: string, type: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/>`;

const document = {
  '[Content_Types].xml': `${head}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>${['document', 'footnotes', 'header1', 'footer1', 'comments'].map(kind).join('')}</Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${schemas}/package/2006/relationships">${relation('r1', 'officeDocument', 'word/document.xml')}</Relationships>`,
  'word/document.xml': part(
    'document',
    `<w:body>${p(run('Visit '), link, run(' today'), field)}${p(run('Text with '), tracked)}${p(run('The '), formula, run(' of light'), note)}${table}${p(`<w:r><w:pict>${box('here')}</w:pict></w:r>`)}<w:sectPr><w:headerReference w:type="default" r:id="rId2"/></w:sectPr></w:body>`,
  ),
  'word/_rels/document.xml.rels': `${head}<Relationships xmlns="${schemas}/package/2006/relationships">${relation('rId9', 'hyperlink', 'https://example.com/', ' TargetMode="External"')}${relation('rId2', 'header', 'header1.xml')}${relation('rId3', 'footnotes', 'footnotes.xml')}</Relationships>`,
  'word/footnotes.xml': part(
    'footnotes',
    `<w:footnote w:id="1">${p(run('A footnote'))}</w:footnote>`,
  ),
  'word/header1.xml': part('hdr', p(run('Running head'))),
  'word/footer1.xml': part(
    'ftr',
    p('<w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple>', run(' of many')),
  ),
  'word/comments.xml': part('comments', `<w:comment w:id="1">${p(run('A remark'))}</w:comment>`),
  'word/settings.xml': part('settings', '<w:trackRevisions/>'),
  'word/vbaProject.bin': 'macro bytes',
  'word/media/image1.png': 'picture bytes',
};

async function roundTrip(name: string, parts: Readonly<Record<string, string>>) {
  const content = await translated(await start(), { name, content: zip(parts) }, fields);
  return { content, parts: unzip(content) };
}

/**
 * What is no text, as it must come back: texts taken out, and the attribute that keeps their
 * spaces.
 */
const skeleton = (xml = '') =>
  xml.replace(/(<(?:w:|a:)?t)(?: xml:space="preserve")?>[^<]*</g, '$1><').replace(/\r\n/g, '\n');

describe('a docx of links, changes, fields, tables, boxes, notes, headers and macros', () => {
  it('keeps every part that has no text byte for byte, and of the others all but the text', async () => {
    const { parts } = await roundTrip('a.docx', document);
    expect(Object.keys(parts)).toEqual(Object.keys(document));
    for (const [name, text] of Object.entries(document)) {
      const isTranslated = /document\.xml$|footnotes|header1|footer1|comments/.test(name);
      if (!isTranslated) expect(parts[name]).toBe(text);
      else expect(skeleton(parts[name])).toBe(skeleton(text));
    }
  });

  it('translates each text where it stands', async () => {
    const { parts } = await roundTrip('a.docx', document);
    const body = plain(parts['word/document.xml'] ?? '');
    expect(body).toMatch(/\[de Viisiit <\/w:t><\/w:r><w:hyperlink [^>]*>.*<w:t>oouur siitee</);
    expect(body).toContain('<w:delText>removed words</w:delText>');
    expect(body).toMatch(/<w:ins [^>]*><w:r><w:t>aaddeed woords\]</);
    expect(body).toContain('<w:t>7</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/>');
    expect(body).toContain('<m:t>velocity</m:t>');
    expect(body).toContain(' DATE \\@ "dd MMM" ');
    for (const text of ['Ceell oonee', 'Ceell twoo', 'Booxeed heeree']) {
      expect(body).toContain(`<w:t>[de ${text}]</w:t>`);
    }
    expect(plain(parts['word/footnotes.xml'] ?? '')).toContain('[de Aa fooootnootee]');
    expect(plain(parts['word/header1.xml'] ?? '')).toContain('[de Ruunniing heeaad]');
    expect(plain(parts['word/footer1.xml'] ?? '')).toMatch(/<w:t>1<.*\[de oof maany\]/);
    expect(plain(parts['word/comments.xml'] ?? '')).toContain('[de Aa reemaark]');
  });

  it.runIf(isInstalled('soffice'))('is a document that LibreOffice opens', async () => {
    const { content } = await roundTrip('a.docx', document);
    const file = join(folder, 'result.docx');
    writeFileSync(file, content);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const args = [profile, '--headless', '--convert-to', 'txt:Text (encoded):UTF8', '--outdir'];
    execFileSync('soffice', [...args, folder, file], { stdio: 'ignore' });
    expect(plain(readFileSync(join(folder, 'result.txt'), 'utf8'))).toContain('Ceell twoo');
  });
});

describe('pptx', () => {
  it('translates tables, charts, diagrams and notes; cached values and layouts stay', async () => {
    const shape = (...texts: readonly string[]) =>
      `<a:p>${texts.map((text) => `<a:r><a:t>${text}</a:t></a:r>`).join('')}<a:endParaRPr lang="en"/></a:p>`;
    const slides = {
      'ppt/presentation.xml': '<p:presentation/>',
      'ppt/slides/slide1.xml': `<p:sld><a:tbl><a:tc>${shape('Fir', 'st')}</a:tc></a:tbl></p:sld>`,
      'ppt/slides/slide10.xml': `<p:sld>${shape('Last')}</p:sld>`,
      'ppt/notesSlides/notesSlide1.xml': `<p:notes>${shape('Say this')}</p:notes>`,
      'ppt/charts/chart1.xml': `<c:chart><c:title>${shape('Sales')}</c:title><c:cat><c:v>North</c:v></c:cat></c:chart>`,
      'ppt/diagrams/data1.xml': `<dgm:pt><dgm:t>${shape('Step')}</dgm:t></dgm:pt>`,
      'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster>${shape('Master')}</p:sldMaster>`,
      'ppt/media/movie.mp4': 'bytes',
    };
    const { parts } = await roundTrip('a.pptx', slides);
    const text = (name: string) => plain(parts[name] ?? '');
    expect(text('ppt/slides/slide1.xml')).toContain('<a:t>[de Fiirst]</a:t></a:r><a:r><a:t></a:t>');
    expect(text('ppt/slides/slide10.xml')).toContain('[de Laast]');
    expect(text('ppt/notesSlides/notesSlide1.xml')).toContain('[de Saay thiis]');
    expect(text('ppt/charts/chart1.xml')).toMatch(/\[de Saalees\].*<c:v>North<\/c:v>/);
    expect(text('ppt/diagrams/data1.xml')).toContain('[de Steep]');
    for (const name of ['ppt/slideMasters/slideMaster1.xml', 'ppt/media/movie.mp4'] as const) {
      expect(parts[name]).toBe(slides[name]);
    }
  });
});

describe('xlsx', () => {
  it('leaves formulas, results of formulas, names and the calculation chain as they are', async () => {
    const sheet =
      '<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="B1" t="str"><f>IF(A1="Open","yes","no")</f><v>no</v></c></row></sheetData><dataValidations><dataValidation><formula1>"Open,Closed"</formula1></dataValidation></dataValidations></worksheet>';
    const book = {
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Data"/></sheets><definedNames><definedName name="Total">Data!$A$1</definedName></definedNames></workbook>',
      'xl/sharedStrings.xml':
        '<sst count="1"><si><r><t xml:space="preserve">Open </t></r><r><rPr><b/></rPr><t>orders</t></r></si></sst>',
      'xl/worksheets/sheet1.xml': sheet,
      'xl/calcChain.xml': '<calcChain><c r="B1"/></calcChain>',
      'xl/styles.xml': '<styleSheet/>',
    };
    const { parts } = await roundTrip('a.xlsx', book);
    for (const name of ['xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/calcChain.xml'] as const)
      expect(parts[name]).toBe(book[name]);
    expect(plain(parts['xl/sharedStrings.xml'] ?? '')).toContain(
      '<r><t xml:space="preserve">[de Oopeen </t></r><r><rPr><b/></rPr><t>oordeers]</t></r>',
    );
  });
});

describe('a file that is no such document', () => {
  const container = (...names: readonly string[]) =>
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(504),
      ...names.map((name) => Buffer.from(name, 'utf16le')),
    ]);
  it.each([
    ['encrypted', container('EncryptionInfo', 'EncryptedPackage'), 'protected by a password'],
    ['of an older Office', container('WordDocument'), 'in a format older than docx'],
    ['cut off', zip(document).subarray(0, 900), 'damaged'],
    ['empty', new Uint8Array(), 'damaged'],
  ])('%s: ends in error that says so, and bills nothing', async (_, content, named) => {
    const service = await start();
    const { json } = await upload(service, { name: 'a.docx', content }, fields);
    const end = await finished(service, json);
    expect([end.status, end.message]).toEqual(['error', expect.stringContaining(named)]);
    expect(service.counters().characters).toBe(0);
  });
});
