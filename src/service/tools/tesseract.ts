import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, ToolError, useInTurn, type Tool } from './tool.js';

const common = { command: 'tesseract', purpose: 'Text in images (Tesseract)', timeout: 120_000 };

/** Tesseract's data by base language; it mostly uses three-letter codes. */
const recognized = new Map(
  (
    'ar:ara bg:bul cs:ces da:dan de:deu el:ell en:eng es:spa et:est fi:fin fr:fra he:heb hu:hun ' +
    'id:ind it:ita ja:jpn ko:kor lt:lit lv:lav nb:nor nl:nld pl:pol pt:por ro:ron ru:rus sk:slk ' +
    'sl:slv sv:swe th:tha tr:tur uk:ukr vi:vie zh:chi_sim'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [language: string, data: string]),
);

async function dataFor(language: string | undefined, signal: AbortSignal): Promise<string> {
  const listed = await runTool({ ...common, args: ['--list-langs'], signal });
  const names = listed.toString('utf8').split('\n');
  const wanted = language === undefined ? [...recognized.values()] : [recognized.get(language)];
  const installed = wanted.filter((each) => each !== undefined && names.includes(each));
  if (installed.length > 0) return installed.join('+');
  const missing = language === undefined ? 'any language' : `the language '${language}'`;
  throw new ToolError(`${common.purpose} has no data for ${missing} installed`);
}

export interface Picture {
  readonly content: Uint8Array;
  /** Base language; undefined: every installed one. */
  readonly language: string | undefined;
}

/** Recognizes the text of an image; a paragraph per block. */
export const tesseract: Tool<Picture, readonly string[]> = {
  run: ({ content, language }, workplace) =>
    useInTurn(workplace, async (folder) => {
      const { signal } = workplace;
      const source = join(folder, 'image');
      await writeFile(source, content);
      const args = [source, 'stdout', '-l', await dataFor(language, signal)];
      const output = await runTool({ ...common, args, signal });
      return output
        .toString('utf8')
        .split(/\n\s*\n/)
        .map((block) => block.replace(/\s+/g, ' ').trim())
        .filter((block) => block !== '');
    }),
};
