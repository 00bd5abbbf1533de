import { describe, expect, it } from 'vitest';
import { finished, plain, translated, unzip, upload, zip } from './documents-support.js';
import { start } from './support.js';

const fields = { source_lang: 'en', target_lang: 'de' };

async function roundTrip(name: string, content: string | Uint8Array): Promise<Uint8Array> {
  return translated(await start(), { name, content }, fields);
}

async function textOf(name: string, content: string | Uint8Array): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await roundTrip(name, content));
}

async function failure(name: string, content: string | Uint8Array): Promise<string | undefined> {
  const service = await start();
  const { status, json } = await upload(service, { name, content }, fields);
  expect(status).toBe(200);
  const end = await finished(service, json);
  expect(end.status).toBe('error');
  return end.message;
}

describe('txt', () => {
  it('translates every line and keeps blank lines, line ends and the byte order mark', async () => {
    const text = await textOf('a.txt', '\ufeffOne\r\n\r\n  Two {name}\nThree');
    expect(plain(text)).toMatch(/^\ufeff\[de .+\]\r\n\r\n {2}\[de .+\] \{name\}\n\[de .+\]$/);
  });

  it('reads UTF-16 and windows-1252, and answers UTF-8', async () => {
    const wide = await roundTrip('a.txt', Buffer.from('\ufeffcafé', 'utf16le'));
    const narrow = await roundTrip('a.txt', Buffer.from('café 5€', 'latin1'));
    for (const content of [wide, narrow]) {
      expect(new TextDecoder('utf-8', { fatal: true }).decode(content)).toContain('é');
    }
  });

  it('gives an empty file back as it is', async () => {
    expect(await textOf('a.txt', '')).toBe('');
  });
});

describe('html', () => {
  it('keeps tags, attributes, scripts, comments and translate="no"', async () => {
    const page =
      '<!doctype html><html><head><title>Shop</title><script>let a = "b<c";</script></head>' +
      '<body class="x"><!-- note --><p>Buy <b>now</b></p><p translate="no">Acme</p></body></html>';
    const text = await textOf('a.html', page);
    expect(text).toContain('<script>let a = "b<c";</script></head><body class="x"><!-- note -->');
    expect(text).toMatch(/<title>\[de .+\]<\/title>/);
    expect(text).toMatch(/<p>\[de .+ <b>.+\]<\/b><\/p><p translate="no">Acme<\/p>/);
  });

  it('writes references where the page is in another encoding than UTF-8', async () => {
    const text = await textOf('a.htm', Buffer.from('<p>café</p>', 'latin1'));
    expect(text).toMatch(/^[\x00-\x7f]+$/);
    expect(text).toContain('&#233;');
  });
});

describe('srt', () => {
  it('keeps numbers, times and styling tags', async () => {
    const text = await textOf(
      'a.srt',
      '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello.</i>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nGood day.\r\n',
    );
    expect(text).toMatch(
      /^1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>\[de .+\]<\/i>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n\[de .+\]\r\n$/,
    );
  });

  it('ends in error where it holds no cue', async () => {
    expect(await failure('a.srt', 'hello')).toContain('cue');
  });
});

const xliff = (version: string) =>
  `<?xml version="1.0"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="${version}" srcLang="en">` +
  '<file id="f"><unit id="u"><segment><source>Hi <pc id="1">you</pc> &amp; me</source></segment></unit>' +
  '<unit id="n" translate="no"><segment><source>Acme</source></segment></unit></file></xliff>';

describe('xliff', () => {
  it('writes targets with inline codes and trgLang', async () => {
    const text = await textOf('a.xlf', xliff('2.1'));
    expect(text).toContain('trgLang="de"');
    expect(text).toContain('<source>Hi <pc id="1">you</pc> &amp; me</source>');
    expect(text).toMatch(/<target>\[de .+<pc id="1">.+<\/pc> &amp; .+\]<\/target>/);
    expect(text.match(/<target>/g)).toHaveLength(1);
  });

  it.each(['1.2', '2.0'])('ends in error for version %s', async (version) => {
    expect(await failure('a.xliff', xliff(version))).toBe(
      `XLIFF version ${version} is not supported, only 2.1 is`,
    );
  });

  it('takes the source language that the file states', async () => {
    const service = await start();
    const content = xliff('2.1').replace('srcLang="en"', 'srcLang="de"');
    const { json } = await upload(service, { name: 'a.xlf', content }, { target_lang: 'de' });
    expect((await finished(service, json)).message).toContain('equal');
  });
});

const word = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;

async function docx(body: string): Promise<string> {
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': word(body),
    'word/styles.xml': '<w:styles><w:t>Heading</w:t></w:styles>',
  };
  const result = unzip(await roundTrip('a.docx', zip(parts)));
  expect(Object.keys(result)).toEqual(Object.keys(parts));
  expect(result['word/styles.xml']).toBe(parts['word/styles.xml']);
  return result['word/document.xml'] ?? '';
}

const run = (text: string, properties = '') => `<w:r>${properties}<w:t>${text}</w:t></w:r>`;
const bold = '<w:rPr><w:b/></w:rPr>';

describe('docx', () => {
  it('joins the runs of one formatting, so that a word cut in two is translated whole', async () => {
    const body = `<w:p>${run('Hel')}<w:proofErr w:type="x"/>${run('lo', '<w:rPr><w:lang w:val="en"/></w:rPr>')}</w:p>`;
    const text = await docx(body);
    expect(plain(text)).toContain('<w:t>[de Heelloo]</w:t>');
    expect(text).toContain('<w:r><w:rPr><w:lang w:val="en"/></w:rPr><w:t></w:t></w:r></w:p>');
  });

  it('keeps formatting in place and white space between runs', async () => {
    const text = await docx(`<w:p>${run('Press ')}${run('OK', bold)}${run(' now')}</w:p>`);
    expect(plain(text)).toContain(
      '<w:r><w:t xml:space="preserve">[de Preess </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>OoK</w:t></w:r><w:r><w:t xml:space="preserve"> noow]</w:t></w:r>',
    );
  });

  it('keeps tabs, breaks, fields and deleted text, and what holds no letters', async () => {
    const kept =
      '<w:r><w:tab/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:del><w:r><w:delText>old</w:delText></w:r></w:del>';
    const text = await docx(`<w:p>${run('A')}${kept}${run('B')}</w:p><w:p>${run('12')}</w:p>`);
    expect(text).toContain(kept);
    expect(text).toContain('<w:t>12</w:t>');
    expect(plain(text)).toMatch(/<w:t>\[de A+a?<\/w:t>.*<w:t>B\]<\/w:t>/);
  });

  it('reads text boxes inside a paragraph on their own, and escapes what it writes', async () => {
    const box = `<w:r><w:pict><w:txbxContent><w:p>${run('Box')}</w:p></w:txbxContent></w:pict></w:r>`;
    const text = await docx(`<w:p>${run('R&amp;D &lt;x')}${box}${run('end')}</w:p>`);
    expect(plain(text)).toContain('[de Boox]');
    expect(text).toContain('&amp;');
    expect(text).toContain('&lt;');
  });

  it.each([
    ['a file that is no archive', 'hello', 'not a docx document'],
    ['an archive without a document', zip({ 'a.txt': 'x' }), 'not a docx document'],
    ['XML that is not well-formed', zip({ 'word/document.xml': '<w:p><w:r>' }), 'well-formed'],
    [
      'entities',
      zip({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
      'DOCTYPE',
    ],
    ['deep nesting', zip({ 'word/document.xml': '<a>'.repeat(100_000) }), 'deeply'],
  ])('ends in error for %s', async (_, content, named) => {
    expect(await failure('a.docx', content)).toContain(named);
  });

  it.each([
    ['says that it is huge', 0xf0000000, 'too large'],
    ['hides how large it is', 10, 'well-formed'],
  ])('does not unpack an archive that %s', async (_, size, named) => {
    const content = Buffer.from(zip({ 'word/document.xml': ' '.repeat(5_000_000) }));
    content.writeUInt32LE(size, content.indexOf('PK\u0001\u0002') + 24);
    expect(await failure('a.docx', content)).toContain(named);
  });
});

describe('pptx', () => {
  it('translates slides and notes, and keeps slide numbers and layouts', async () => {
    const shape = (text: string) =>
      `<p:sld><a:p><a:r><a:rPr lang="en-US" dirty="0"/><a:t>${text}</a:t></a:r><a:fld><a:t>7x</a:t></a:fld></a:p></p:sld>`;
    const parts = {
      'ppt/presentation.xml': '<p:presentation/>',
      'ppt/slides/slide1.xml': shape('Title'),
      'ppt/notesSlides/notesSlide1.xml': shape('Note'),
      'ppt/slideLayouts/slideLayout1.xml': shape('Click to edit'),
    };
    const result = unzip(await roundTrip('a.pptx', zip(parts)));
    const slide = plain(result['ppt/slides/slide1.xml'] ?? '');
    expect(slide).toContain('<a:t>[de Tiitlee]</a:t></a:r><a:fld><a:t>7x</a:t></a:fld>');
    expect(plain(result['ppt/notesSlides/notesSlide1.xml'] ?? '')).toContain('[de Nootee]');
    expect(result['ppt/slideLayouts/slideLayout1.xml']).toContain('Click to edit');
  });
});

describe('xlsx', () => {
  it('translates shared and inline strings and comments, not phonetics, numbers or table columns', async () => {
    const parts = {
      'xl/workbook.xml': '<workbook><sheets><sheet name="Data"/></sheets></workbook>',
      'xl/sharedStrings.xml':
        '<sst><si><t>Price</t><rPh><t>kana</t></rPh></si><si><r><rPr><b/></rPr><t>Bold</t></r><r><t xml:space="preserve"> text</t></r></si><si><t>Column</t></si><si><t>42</t></si></sst>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><c t="inlineStr"><is><t>Inline</t></is></c><c><f>A1&amp;"x"</f><v>1</v></c></worksheet>',
      'xl/comments1.xml':
        '<comments><authors><author>Me</author></authors><text><r><t>Remark</t></r></text></comments>',
      'xl/tables/table1.xml': '<table><tableColumn id="1" name="Column"/></table>',
    };
    const result = unzip(await roundTrip('a.xlsx', zip(parts)));
    const strings = plain(result['xl/sharedStrings.xml'] ?? '');
    expect(strings).toContain('<si><t>[de Priicee]</t><rPh><t>kana</t></rPh></si>');
    expect(strings).toContain(
      '<rPr><b/></rPr><t>[de Boold</t></r><r><t xml:space="preserve"> teext]',
    );
    expect(strings).toContain('<si><t>Column</t></si><si><t>42</t></si>');
    const sheet = plain(result['xl/worksheets/sheet1.xml'] ?? '');
    expect(sheet).toContain('<is><t>[de Iinliinee]</t></is>');
    expect(sheet).toContain('<f>A1&amp;"x"</f><v>1</v>');
    expect(plain(result['xl/comments1.xml'] ?? '')).toContain('<author>Me</author>');
    expect(plain(result['xl/comments1.xml'] ?? '')).toContain('[de Reemaark]');
    expect(result['xl/workbook.xml']).toBe(parts['xl/workbook.xml']);
  });
});
