import { describe, expect, it } from 'vitest';
import { endpoints, type Endpoint } from '../../src/api/index.js';

const table: readonly Endpoint[] = Object.values(endpoints);

/** Method and path of every operation that interface.md shows. */
const shown = `
POST /v2/glossaries
GET /v2/glossaries
GET /v2/glossaries/{glossary_id}
GET /v2/glossaries/{glossary_id}/entries
DELETE /v2/glossaries/{glossary_id}
GET /v2/glossary-language-pairs
POST /v2/translate
POST /v2/document
POST /v2/document/{document_id}
POST /v2/document/{document_id}/result
POST /v3/glossaries
GET /v3/glossaries
GET /v3/glossaries/{glossary_id}
GET /v3/glossaries/{glossary_id}/entries
PUT /v3/glossaries/{glossary_id}/dictionaries
PATCH /v3/glossaries/{glossary_id}
DELETE /v3/glossaries/{glossary_id}
DELETE /v3/glossaries/{glossary_id}/dictionaries
POST /v3/style_rules
GET /v3/style_rules
GET /v3/style_rules/{style_id}
PATCH /v3/style_rules/{style_id}
PUT /v3/style_rules/{style_id}/configured_rules
DELETE /v3/style_rules/{style_id}
POST /v3/style_rules/{style_id}/custom_instructions
GET /v3/style_rules/{style_id}/custom_instructions/{instruction_id}
PUT /v3/style_rules/{style_id}/custom_instructions/{instruction_id}
DELETE /v3/style_rules/{style_id}/custom_instructions/{instruction_id}
GET /v3/languages
GET /v3/languages/resources
GET /v2/languages
POST /v2/write/rephrase
POST /v2/admin/developer-keys
GET /v2/admin/developer-keys
PUT /v2/admin/developer-keys/deactivate
PUT /v2/admin/developer-keys/label
PUT /v2/admin/developer-keys/limits
GET /v2/admin/analytics
GET /v2/usage
GET /v3/translation_memories
POST /v1/jobs/voice/translate
GET /v1/jobs/voice/translate/{job_id}`
  .trim()
  .split('\n');

describe('the endpoint table', () => {
  it('holds every operation of interface.md sections 4 and 9 once', () => {
    const described = table
      .filter(({ auth }) => auth !== 'signature')
      .map(({ method, path }) => `${method} ${path}`);
    expect([...described].sort()).toEqual([...shown].sort());
  });

  it('names every endpoint by its key', () => {
    for (const [key, { name }] of Object.entries(endpoints)) expect(name).toBe(key);
  });

  it('asks for an admin key on admin paths and nowhere else (interface.md 5.1)', () => {
    for (const { auth, path } of table) {
      expect(auth === 'admin').toBe(path.startsWith('/v2/admin/'));
    }
  });

  it('gives every answer a status of success', () => {
    for (const { responses } of table) {
      const statuses = Object.keys(responses).map(Number);
      expect(statuses.length).toBeGreaterThan(0);
      for (const status of statuses) expect(status).toBeGreaterThanOrEqual(200);
      for (const status of statuses) expect(status).toBeLessThan(300);
    }
  });

  it('never repeats what creates', () => {
    const creating = table.filter(({ repeatable }) => !repeatable).map(({ name }) => name);
    expect(creating.sort()).toEqual([
      'addCustomInstruction',
      'createDeveloperKey',
      'createGlossary',
      'createOldGlossary',
      'createStyleRuleList',
      'createVoiceJob',
      'uploadDocument',
    ]);
  });
});
