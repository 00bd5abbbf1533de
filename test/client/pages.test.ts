import { describe, expect, it } from 'vitest';
import { impatient, json, scripted, type Step } from './support/server.js';

function memory(index: number) {
  return {
    translation_memory_id: `m${index}`,
    name: 'n',
    source_language: 'en',
    target_languages: [],
    segment_count: 0,
  };
}

/** Pages of a list of so many memories. */
function pages(total: number): Step {
  return (response, request) => {
    const query = new URL(request.url, 'http://host').searchParams;
    const size = Number(query.get('page_size'));
    const start = Number(query.get('page')) * size;
    const count = Math.max(0, Math.min(size, total - start));
    const items = Array.from({ length: count }, (_, index) => memory(start + index));
    json({ translation_memories: items, total_count: total })(response, request);
  };
}

describe('iteration over pages', () => {
  it.each([
    [0, 1],
    [1, 1],
    [24, 1],
    [25, 2],
    [60, 3],
  ])('gives all of %i items in %i requests', async (total, requests) => {
    await using server = await scripted(pages(total));
    const { client } = impatient(server.url);
    const ids: string[] = [];
    for await (const { translationMemoryId } of client.memories.all())
      ids.push(translationMemoryId);
    expect(ids).toEqual(Array.from({ length: total }, (_, index) => `m${index}`));
    expect(server.seen.length).toBe(requests);
    await client.close();
  });

  it('asks for no page that is not wanted', async () => {
    await using server = await scripted(pages(100));
    const { client } = impatient(server.url);
    for await (const { translationMemoryId } of client.memories.all()) {
      if (translationMemoryId === 'm3') break;
    }
    expect(server.seen.length).toBe(1);
    await client.close();
  });

  it('ends with an error where a service answers the same page for ever', async () => {
    const same = json({
      translation_memories: Array.from({ length: 25 }, (_, index) => memory(index)),
      total_count: 1,
    });
    await using server = await scripted(same);
    const { client } = impatient(server.url);
    const all = async () => {
      const ids: string[] = [];
      for await (const one of client.memories.all()) ids.push(one.translationMemoryId);
      return ids;
    };
    await expect(all()).rejects.toMatchObject({ code: 'protocol' });
    await client.close();
  });
});
