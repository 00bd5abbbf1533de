// What the engine `openai` sends to a chat-completions server for what `sync` sends to the service,
// where the engine `pseudo` sends nothing: requests, and characters of the prompt for each character
// of the texts. The server is our own; it answers each text with its words
// spelled backwards. Run: npx tsx
// bench/openai.ts
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { createEngine, loadConfig } from '../src/index.js';
import { startService } from '../src/service/index.js';

const KEY = 'key';
/** Texts of a user interface: 26 characters on average. */
const WORDS = ['order', 'invoice', 'account', 'folder', 'message', 'delivery', 'payment', 'page'];
const FRAMES = [
  'Open the #',
  'Delete this # now?',
  'No # was found.',
  'Hello {name}, your # is here',
];
const texts = Array.from({ length: 200 }, (_, at) => {
  const frame = FRAMES[at % FRAMES.length] ?? '';
  return frame.replace('#', `${WORDS[(at >> 2) % WORDS.length] ?? ''} ${at}`);
});

const GLOSSARY = `en,de\n${WORDS.map((word) => `${word},${word.toUpperCase()}`).join('\n')}\n`;
const STYLE = `de:
  custom_instructions:
    - { label: Length, prompt: Write short sentences }
    - { label: Tone, prompt: Use no exclamation marks }
`;

const CASES = {
  'no options': '',
  context: 'translate: { context: "Checkout of an online shop for garden tools" }\n',
  formality: 'translate: { formality: more }\n',
  glossary: 'translate: { glossary: terms.csv }\n',
  style: 'translate: { style: style.yaml }\n',
  'all of them':
    'translate: { context: "Checkout of an online shop for garden tools", formality: more, glossary: terms.csv, style: style.yaml }\n',
};

interface Chat {
  requests: number;
  instructions: number;
  texts: number;
  answers: number;
}

const backwards = (word: string): string => Array.from(word).reverse().join('');

/** A chat-completions server that counts characters. */
async function chatServer(chat: Chat) {
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] };
      const [system = '', user = '[]'] = messages.map(({ content }) => content);
      const asked = JSON.parse(user) as string[];
      const answers = asked.map((one, at) => [at + 1, one.replace(/[a-z]+/g, backwards)]);
      const content = JSON.stringify(Object.fromEntries(answers));
      chat.requests += 1;
      chat.instructions += system.length;
      chat.texts += user.length;
      chat.answers += content.length;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

async function measure(config: string, count: number) {
  const chat: Chat = { requests: 0, instructions: 0, texts: 0, answers: 0 };
  const server = await chatServer(chat);
  const service = await startService({
    keys: [KEY],
    engine: 'openai',
    openaiUrl: server.url,
    openaiModel: 'echo',
  });
  const root = mkdtempSync(join(tmpdir(), 'locale-sync-openai-'));
  mkdirSync(join(root, 'locales'));
  const catalog = Object.fromEntries(texts.slice(0, count).map((text, at) => [`key${at}`, text]));
  writeFileSync(join(root, 'locales/en.json'), JSON.stringify(catalog));
  writeFileSync(join(root, 'terms.csv'), GLOSSARY);
  writeFileSync(join(root, 'style.yaml'), STYLE);
  writeFileSync(
    join(root, 'service.config.yaml'),
    `version: 1\nsource: en\ntargets: [de]\ncatalogs: [{ files: 'locales/{locale}.json' }]\n${config}`,
  );
  const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  const report = await createEngine(await loadConfig({ cwd: root, env })).sync();
  if (!report.ok) throw new Error(JSON.stringify(report.problems));
  await service.close();
  server.close();
  rmSync(root, { recursive: true, force: true });
  return { chat, report };
}

for (const count of [1, 10, 200]) {
  for (const [name, config] of Object.entries(CASES)) {
    const { chat, report } = await measure(config, count);
    const per = (characters: number): string => (characters / report.characters).toFixed(2);
    console.log(
      `${count} texts, ${name}: ${report.characters} characters in ${report.requests} requests of ${report.texts} texts; ` +
        `chat: ${chat.requests} requests, per character of a text ${per(chat.instructions)} of instructions, ` +
        `${per(chat.texts)} of texts, ${per(chat.answers)} of answers`,
    );
  }
}
