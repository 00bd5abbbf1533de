import { describe, expect, test } from 'vitest';
import { checkAnswer, joinLines, linesOf, TermTable } from '../../src/text/index.js';

const LONG = 'The file was moved to the trash, where it stays for thirty days';

/** Codes of what is suspicious about an answer. */
function codes(source: string, answer: string, target = 'de'): readonly string[] {
  return checkAnswer(source, answer, { source: 'en', target }).map(({ code }) => code);
}

describe('the end of a sentence', () => {
  test.each([
    ['Delete it?', 'Löschen?', 'de'],
    ['Delete it?', 'حذف؟', 'ar'],
    ['Delete it?', 'Να διαγραφεί;', 'el'],
    ['Delete it?', '削除しますか。', 'ja'],
    ['All was saved.', 'सब सहेजा गया।', 'hi'],
    ['All was saved.', '全部已保存。', 'zh-Hans'],
    ['All was saved.', '全部已保存', 'zh-Hans'],
    ['All was saved.', 'บันทึกแล้ว', 'th'],
    ['Say “yes.”', 'Sag „ja“.', 'de'],
    ['Loading...', 'Lädt', 'de'],
    ['Monday', 'Mo.', 'de'],
    ['Save <x id="0"/>', 'Speichern <x id="0"/>', 'de'],
    ['Read <x id="0">this.</x>', 'Lies <x id="0">das.</x>', 'de'],
    ['Done.', '[de Đöné.]', 'de'],
  ])('%s → %s (%s) is sound', (source, answer, target) => {
    expect(codes(source, answer, target)).toEqual([]);
  });

  test.each([
    ['Delete it?', 'Löschen', 'de'],
    ['Delete it?', 'Lösche es.', 'de'],
    ['All was saved.', 'Alles gespeichert', 'de'],
    ['All was saved!', 'Alles gespeichert', 'de'],
    ['Save', 'Wird gespeichert.', 'de'],
    ['Save', 'Speichern?', 'de'],
  ])('%s → %s (%s) is not', (source, answer, target) => {
    expect(codes(source, answer, target)).toEqual(['sentence-end']);
  });
});

describe('an answer', () => {
  test.each<[string, string, string, string[]]>([
    ['as usual', LONG, 'Die Datei liegt im Papierkorb und bleibt dort dreißig Tage', []],
    ['cut short', LONG, 'Die Datei', ['length-ratio']],
    ['that is short in Chinese', LONG, '文件已移到回收站，并在那里保留三十天', []],
    ['far too long', 'Move the file to the trash', 'x'.repeat(100), ['length-ratio']],
    ['that is longer than a short text', 'OK', 'Einverstanden, weiter', []],
    [
      'several times over',
      'Save all',
      'Alle sichern Alle sichern Alle sichern',
      ['repetition', 'length-ratio'],
    ],
    ['with a word again and again', 'Save it now', 'Jetzt Jetzt Jetzt Jetzt', ['repetition']],
    ['as often as in the source', 'no no no', 'nein nein nein', []],
    ['that is the source', LONG, LONG, ['untranslated']],
    ['that is a name', 'GitHub Actions Runner', 'GitHub Actions Runner', []],
    ['without the line breaks', 'One\ntwo', 'Eins zwei', ['line-breaks']],
    ['with its own line breaks', 'One two', 'Eins\nzwei', ['line-breaks']],
    ['with other white space at them', 'One\n\n  two', 'Eins\nzwei', []],
  ])('%s', (_, source, answer, expected) => {
    const target = answer.startsWith('文') ? 'zh' : 'de';
    expect(codes(source, answer, target)).toEqual(expected);
  });

  test('that is a text five hundred times over is looked through in linear time', () => {
    const start = process.cpuUsage().user;
    expect(codes(LONG, `${LONG}. `.repeat(5_000))).toContain('repetition');
    expect(process.cpuUsage().user - start).toBeLessThan(1_000_000);
  });

  test('may be the same in another variant of the language', () => {
    expect(checkAnswer(LONG, LONG, { source: 'en-US', target: 'en-GB' })).toEqual([]);
  });
});

test('lines are sent one by one and put back with all that is between them', () => {
  const text = ' One\n\n  two\nthree ';
  expect(linesOf(text)).toEqual(['One', 'two', 'three']);
  expect(joinLines(text, ['Eins', ' zwei ', 'drei'])).toBe(' Eins\n\n  zwei\ndrei ');
});

describe('terms', () => {
  const table = new TermTable([
    ['shopping cart', 'Warenkorb'],
    ['book', 'Buch'],
    ['cloud', '云'],
    ['購物車', 'cart'],
  ]);

  test.each([
    ['Empty the shopping cart', 'Den Warenkorb leeren', []],
    ['Empty the Shopping Cart', 'Inhalt des Warenkorbs', []],
    ['All books', 'Alle Bände', []],
    ['This book', 'Diese Bücher', []],
    ['This book', 'Dieser Band', ['book']],
    ['Empty the shopping cart', 'Den Einkaufswagen leeren', ['shopping cart']],
    ['To the cloud', '到云端', []],
    ['To the cloud', '到天上', ['cloud']],
    ['清空購物車', 'Empty the basket', ['購物車']],
  ])('%s → %s', (source, answer, expected) => {
    expect(table.missingIn(source, answer).map(([from]) => from)).toEqual(expected);
  });
});
