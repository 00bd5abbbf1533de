import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { zip } from '../service/documents-support.js';
import { Project } from '../support/project.js';
import { environment } from '../support/service.js';
import type { RunningService } from '../../src/service/index.js';

/** A project with documents that uses a service. */
export function documents(
  service: RunningService,
  files: Readonly<Record<string, string | Uint8Array>>,
  options: { readonly targets?: string; readonly entry?: string; readonly rest?: string } = {},
): Project {
  const { targets = '[de]', entry = 'files: docs/{locale}/**/*.*', rest = '' } = options;
  const config = `source: en\ntargets: ${targets}\ndocuments:\n  - ${entry}\n${rest}`;
  const project = new Project({ 'service.config.yaml': config, ...files }, 'documents');
  project.env = environment(service);
  return project;
}

export function docx(text: string): Uint8Array {
  return zip({ 'word/document.xml': `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>` });
}

export function pptx(text: string): Uint8Array {
  return zip({
    'ppt/presentation.xml': '<p:presentation/>',
    'ppt/slides/slide1.xml': `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
  });
}

export function xlsx(text: string): Uint8Array {
  return zip({
    'xl/workbook.xml': '<workbook/>',
    'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>`,
  });
}

export async function pdf(text: string): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const font = await file.embedFont(StandardFonts.TimesRoman);
  file.addPage([400, 500]).drawText(text, { x: 40, y: 440, size: 12, font });
  return file.save();
}

export function xlf(text: string): string {
  return `<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
  <file id="f"><unit id="u"><segment><source>${text}</source></segment></unit></file>
</xliff>
`;
}

export function srt(text: string): string {
  return `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;
}

/** A recording of these words, made with espeak-ng. */
export function speech(text: string, ending = 'wav'): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'locale-sync-speech-'));
  try {
    execFileSync('espeak-ng', ['-w', join(folder, 'a.wav'), text]);
    if (ending !== 'wav') {
      execFileSync('ffmpeg', [
        '-loglevel',
        'error',
        '-i',
        join(folder, 'a.wav'),
        join(folder, `b.${ending}`),
      ]);
    }
    return readFileSync(join(folder, ending === 'wav' ? 'a.wav' : `b.${ending}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A second of nothing, as 8 kHz PCM. */
export function silence(format = 1): Uint8Array {
  const wav = Buffer.alloc(44 + 16_000);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + 16_000, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(format, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8_000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(16_000, 40);
  return wav;
}

/** The same in a coding that nobody knows: no service hears anything in it. */
export function noise(): Uint8Array {
  return silence(0x7777);
}
