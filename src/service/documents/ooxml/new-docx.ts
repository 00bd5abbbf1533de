import { strToU8 } from 'fflate';
import { writeArchive } from './archive.js';
import { escapeXml } from './texts.js';

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
  return `<w:p><w:r>${properties}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
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
