// Time in proportion to size. What is measured depends on the machine, so the limits are far above what is needed.
import { expect, it } from 'vitest';
import { po } from '../../src/formats/po/index.js';
import { properties } from '../../src/formats/properties/index.js';
import { srt } from '../../src/formats/srt/index.js';
import { jsonText } from '../../src/model/sinks/json.js';
import { oneLine, terminalText } from '../../src/model/sinks/terminal.js';

/** Milliseconds of the processor that this process has used. */
const cpu = (): number => process.cpuUsage().user / 1000;

it('po: one text of megabytes does not take long', () => {
  const huge = `""\n${'"lorem ipsum dolor sit amet "\n'.repeat(150_000)}`;
  const head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n';
  const source = po.parse(`${head}\nmsgid "b"\nmsgstr ${huge}`);
  const start = cpu();
  po.derive(source, [], { locale: 'de', language: 'de' });
  expect(cpu() - start).toBeLessThan(5000);
});

it('properties: a long line of colons takes no longer than any other', () => {
  const text = `a=${'"b":'.repeat(200_000)}\n`;
  const start = cpu();
  const document = properties.parse(text);
  properties.edit(document, [{ op: 'set', key: ['a'], text: 'c' }]);
  expect(cpu() - start).toBeLessThan(5000);
});

it('srt: a long line of digits and colons', () => {
  const cue = '1\n00:00:01,000 --> 00:00:02,000\n';
  const start = cpu();
  expect(srt.parse(`${cue}${'1:1'.repeat(100_000)}\n`).units).toHaveLength(1);
  expect(cpu() - start).toBeLessThan(2000);
});

it.each([
  ['blank lines', '\n'],
  ['blanks', ' '],
  ['colons', ':'],
  ['number signs', '#'],
  ['byte order marks', '\ufeff'],
  ['joiners', '\u200d'],
  ['joiners after a number sign', '#\u200d'],
  ['escapes', '\u001b[1m'],
])('sinks: 200,000 characters of %s take time in proportion', (_, text) => {
  const long = `##${text.repeat(200_000 / text.length)}x\n`.repeat(2);
  const started = cpu();
  terminalText(long, { colors: true });
  oneLine(long);
  jsonText(long);
  expect(cpu() - started).toBeLessThan(5000);
});
