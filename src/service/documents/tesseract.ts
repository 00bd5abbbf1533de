import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../tools/run-tool.js';
import type { Workplace } from '../tools/scratch.js';
import { DocumentError } from './kind.js';
import { withPrograms } from './with-programs.js';

const timeout = 120_000;

const purpose = 'Text in images (Tesseract)';

/** Tesseract's data by base language; it mostly uses three-letter codes. */
const recognized: Readonly<Record<string, string>> = {
  ar: 'ara',
  bg: 'bul',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  fi: 'fin',
  fr: 'fra',
  he: 'heb',
  hu: 'hun',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  nb: 'nor',
  nl: 'nld',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sv: 'swe',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
  zh: 'chi_sim',
};

async function dataFor(language: string | undefined, signal: AbortSignal): Promise<string> {
  const run = { command: 'tesseract', args: ['--list-langs'], purpose, timeout, signal };
  const listed = (await runTool(run)).toString('utf8').split('\n');
  const wanted = language === undefined ? Object.values(recognized) : [recognized[language]];
  const installed = wanted.filter((each) => each !== undefined && listed.includes(each));
  if (installed.length > 0) return installed.join('+');
  const missing = language === undefined ? 'any language' : `the language '${language}'`;
  throw new DocumentError(`${purpose} has no data for ${missing} installed`);
}

/**
 * Recognizes the text of an image with Tesseract; a paragraph per block.
 * @param language base language; undefined: every installed one
 * @throws DocumentError, also if it is not installed
 */
export function readImage(
  content: Uint8Array,
  language: string | undefined,
  { scratch, signal }: Workplace,
): Promise<readonly string[]> {
  return withPrograms(scratch, async (folder) => {
    const source = join(folder, 'image');
    await writeFile(source, content);
    const args = [source, 'stdout', '-l', await dataFor(language, signal)];
    const output = await runTool({ command: 'tesseract', args, purpose, timeout, signal });
    return output
      .toString('utf8')
      .split(/\n\s*\n/)
      .map((block) => block.replace(/\s+/g, ' ').trim())
      .filter((block) => block !== '');
  });
}
