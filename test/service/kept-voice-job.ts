import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const target = { language: 'de', type: 'text/plain' };
const texts = ['Hallo', 'Welt'];

/**
 * A data folder as a service leaves it behind after a voice job, so that results can be fetched
 * without the programs that make them: `Hallo` and `Welt`, both for German.
 * @returns The id of the job.
 */
export async function keepVoiceJob(data: string, uploaded: Date): Promise<string> {
  const id = '0a1b2c3d-0000-4000-8000-00000000000a';
  const time = uploaded.toISOString();
  const record = {
    ...{ job_id: id, key_id: '', created_at: time, updated_at: time, uploaded_at: time },
    source_file: { name: 'a.wav', content_type: 'audio/wav', content_length: 4 },
    source_language: 'en',
    targets: texts.map(() => target),
    results: texts.map((text) => ({ status: 'complete', bytes: text.length })),
  };
  await mkdir(join(data, 'voice'), { recursive: true });
  for (const [index, text] of texts.entries()) {
    await writeFile(join(data, 'voice', `${id}.${index}`), text);
  }
  const change = JSON.stringify(['set', 'voice_jobs', id, record]);
  await writeFile(join(data, 'journal.jsonl'), `${change}\n`);
  return id;
}
