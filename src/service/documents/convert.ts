import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool, ToolError } from '../tools/run-tool.js';
import { DocumentError } from './kind.js';

const timeout = 120_000;

export interface Conversion {
  readonly content: Uint8Array;
  /** Extension of the content. */
  readonly from: string;
  readonly to: string;
}

/** Does work with files in a folder of its own, which goes afterwards. @throws DocumentError */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'locale-sync-document-'));
  try {
    return await work(folder);
  } catch (cause) {
    if (cause instanceof ToolError) throw new DocumentError(cause.message, { cause });
    throw cause;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Converts a document with LibreOffice, where it is installed. @throws DocumentError */
export function convertOffice({ content, from, to }: Conversion): Promise<Uint8Array> {
  return inFolder(async (folder) => {
    const source = join(folder, `document.${from}`);
    await writeFile(source, content);
    // A profile of its own: LibreOffice runs once per profile.
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const args = [profile, '--headless', '--convert-to', to, '--outdir', folder, source];
    const purpose = `Conversion of ${from} to ${to} (LibreOffice)`;
    const signal = new AbortController().signal;
    await runTool({ command: 'soffice', args, purpose, timeout, signal });
    return readFile(join(folder, `document.${to}`)).catch((cause: unknown) => {
      throw new DocumentError(`LibreOffice could not convert the ${from} document`, { cause });
    });
  });
}

/** Text of an image with Tesseract, where it is installed; a paragraph per block. @throws DocumentError */
export function readImage(content: Uint8Array): Promise<readonly string[]> {
  return inFolder(async (folder) => {
    const source = join(folder, 'image');
    await writeFile(source, content);
    const signal = new AbortController().signal;
    const run = {
      command: 'tesseract',
      args: [source, 'stdout'],
      purpose: 'Text in images (Tesseract)',
    };
    const output = await runTool({ ...run, timeout, signal });
    return output
      .toString('utf8')
      .split(/\n\s*\n/)
      .map((block) => block.replace(/\s+/g, ' ').trim())
      .filter((block) => block !== '');
  });
}
