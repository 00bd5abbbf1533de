import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { configError, folder } from './helpers.js';

const load = (text: string) =>
  loadConfig({
    cwd: folder({ 'service.config.yaml': `source: en\ntargets: [de]\n${text}` }),
    env: {},
  });

async function messages(text: string): Promise<string> {
  return (await configError(load(text))).message;
}

describe('documents and recordings in the config', () => {
  it('need no catalogs, and take general options', async () => {
    const config = await load(
      `translate: { formality: more, glossary: terms, targets: { de: { formality: less } } }
documents:
  - files: docs/{locale}/*.docx
  - files: docs/{locale}/*.pdf
    output_format: docx
    formality: default
    beside: true
recordings:
  - source: media/*.mp3
    subtitles: media/*.{locale}.srt
    audio: media/*.{locale}.flac
`,
    );
    expect(config.documents).toMatchObject([
      { source: 'docs/{locale}/*.docx', options: { de: { formality: 'less', glossary: 'terms' } } },
      { outputFormat: 'docx', beside: true, options: { de: { glossary: 'terms' } } },
    ]);
    expect(config.documents?.[1]?.options['de']).toEqual({ glossary: 'terms' });
    expect(config.recordings).toMatchObject([
      {
        source: 'media/*.mp3',
        targets: ['de'],
        outputs: [{ kind: 'subtitles' }, { kind: 'audio' }],
      },
    ]);
    expect(config.catalogs).toEqual([]);
  });

  it.each([
    [
      'documents:\n  - files: docs/{locale}/*.odt\n',
      'does not accept ".odt" documents, only docx, doc,',
    ],
    ['documents:\n  - files: docs/*.docx\n', '{locale} is missing'],
    [
      'documents:\n  - exclude: [a]\n',
      'an entry of documents needs "files", or "source" and "target"',
    ],
    [
      'documents:\n  - files: d/{locale}.docx\n    output_format: docx\n',
      'only convert pdf to docx, not docx',
    ],
    [
      'documents:\n  - files: d/{locale}.pdf\n    output_format: html\n',
      'must be "docx", not "html"',
    ],
    [
      'documents:\n  - source: a.doc\n    target: a.{locale}.doc\n',
      'returns docx for these documents',
    ],
    [
      'documents:\n  - files: d/{locale}.txt\n    targets: [es-MX]\n    formality: more\n',
      'rejects formality "more" for documents of this language',
    ],
    [
      'documents:\n  - files: d/{locale}.txt\n    glossery: a\n',
      'unknown key "glossery" in "documents[0]"; did you mean "glossary"',
    ],
    [
      'documents:\n  - files: d/{locale}.txt\n    glossary: ../a.csv\n',
      "below the config's folder",
    ],
    ['recordings:\n  - source: m/*.mp3\n', 'needs "subtitles", "text" or "audio"'],
    [
      'recordings:\n  - source: m/*.avi\n    text: m/*.{locale}.txt\n',
      'does not support ".avi" here, only mp3, wav,',
    ],
    [
      'recordings:\n  - source: m/*.mp3\n    subtitles: m/*.{locale}.vtt\n',
      'does not support ".vtt" here, only srt',
    ],
    [
      'recordings:\n  - source: m/*.mp3\n    audio: m/*.{locale}.mp3\n',
      'does not support ".mp3" here, only flac,',
    ],
    ['recordings:\n  - source: m/*.mp3\n    text: m/a.{locale}.txt\n', 'wildcards'],
    [
      'recordings:\n  - source: m/*.mp3\n    text: m/*.{locale}.txt\n    targets: [ga]\n',
      'does not support voice jobs for this language',
    ],
    ['', '"catalogs" is missing'],
  ])('%j is refused', async (text, message) => {
    const said = await messages(text);
    expect(said).toContain(message);
  });
});
