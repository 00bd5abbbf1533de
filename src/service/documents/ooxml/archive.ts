import { strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { escapeXml } from '../../../text/index.js';
import { DocumentError } from '../kind.js';

const maximumParts = 10_000;
const maximumBytes = 150_000_000;
const packed = /\.(?:png|jpe?g|gif|mp4|mp3|m4a|wmv|zip|docx|xlsx|pptx|bin)$/i;

export type Parts = ReadonlyMap<string, Uint8Array>;

/** The container of old Office documents, which is also used for encrypted new ones. */
const container = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const encrypted = Buffer.from('EncryptedPackage', 'utf16le');

function whyNoArchive(file: Buffer, extension: string): string {
  if (!file.subarray(0, container.length).equals(container)) {
    return `The file is not a ${extension} document, or is damaged`;
  }
  if (file.includes(encrypted)) return 'The document is protected by a password';
  return `The file is an Office document in a format older than ${extension}`;
}

/**
 * Names of the parts, and the total size of compressed ones, from the archive's index.
 * @throws DocumentError
 */
function indexOf(file: Uint8Array) {
  const names = new Set<string>();
  let parts = 0;
  let bytes = 0;
  let compressed = 0;
  unzipSync(file, {
    filter: ({ name, originalSize, compression }) => {
      parts += 1;
      bytes += originalSize;
      if (compression !== 0) compressed += originalSize;
      if (parts > maximumParts || bytes > maximumBytes) {
        throw new DocumentError('The document is too large when unpacked');
      }
      if (!name.endsWith('/') && name !== '__proto__') names.add(name);
      return false;
    },
  });
  return { names, compressed };
}

/**
 * Bytes that have to be unpacked and packed again, which is what takes time; pictures are not. 0 if
 * it is not an archive, which reading it reports.
 */
export function compressedBytes(file: Uint8Array): number {
  try {
    return indexOf(file).compressed;
  } catch {
    return 0;
  }
}

/**
 * Reads a zip archive. No more is unpacked than its own index says, which is limited.
 * @throws DocumentError
 */
export function readArchive(file: Uint8Array, extension: string): Parts {
  try {
    const { names } = indexOf(file);
    return new Map(Object.entries(unzipSync(file, { filter: ({ name }) => names.has(name) })));
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(whyNoArchive(Buffer.from(file), extension), { cause: error });
  }
}

/** Writes the archive with its parts in the same order. */
export function writeArchive(parts: Parts): Uint8Array {
  const entries = Object.create(null) as Zippable;
  for (const [name, content] of parts) {
    const level = packed.test(name) ? 0 : 6;
    entries[name] = [content, { level, mtime: '1980-01-01T00:00:00' }];
  }
  return zipSync(entries);
}

// Characters that XML 1.0 cannot represent.
const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

export function xmlOf(text: string): string {
  return escapeXml(text.replace(forbidden, ''));
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = 'http://schemas.openxmlformats.org';
const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const contentTypes =
  `${head}<Types xmlns="${schemas}/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`;

const relations =
  `${head}<Relationships xmlns="${schemas}/package/2006/relationships">` +
  `<Relationship Id="rId1" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

export interface DocxPage {
  /** All lengths are in points. */
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly paragraphs: readonly { readonly text: string; readonly size: number }[];
}

function section({ width, height, margin }: DocxPage): string {
  const twips = (points: number) => Math.round(points * 20);
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => `w:${side}="${twips(margin)}"`);
  const size = `<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"/>`;
  return `<w:sectPr>${size}<w:pgMar ${sides.join(' ')} w:header="0" w:footer="0" w:gutter="0"/></w:sectPr>`;
}

function paragraph(text: string, size: number): string {
  const halfPoints = Math.max(2, Math.round(size * 2));
  const properties = `<w:rPr><w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/></w:rPr>`;
  return `<w:p><w:r>${properties}<w:t xml:space="preserve">${xmlOf(text)}</w:t></w:r></w:p>`;
}

/** A Word document of plain paragraphs, with a section per page. */
export function newDocx(pages: readonly DocxPage[]): Uint8Array {
  const body = pages.map((page, index) => {
    const texts = page.paragraphs.map(({ text, size }) => paragraph(text, size)).join('');
    // A section's properties are in its last paragraph; those of the last section are at the end.
    if (index === pages.length - 1) return texts + section(page);
    return `${texts}<w:p><w:pPr>${section(page)}</w:pPr></w:p>`;
  });
  const document = `${head}<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`;
  const parts = [
    ['[Content_Types].xml', contentTypes],
    ['_rels/.rels', relations],
    ['word/document.xml', document],
  ] as const;
  return writeArchive(new Map(parts.map(([name, text]) => [name, strToU8(text)])));
}
