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

  const has = (term: string, answer: string) =>
    new TermTable([['term', term]]).missingIn('A term', answer).length === 0;

  test.each([
    ['bog', 'Alle bøger'],
    ['mand', 'To mænd'],
    ['fod', 'På fødder'],
    ['bok', 'Mine bøker'],
    ['ząb', 'Zab bez ogonka'],
    ['łódź', 'LODZ'],
    ['Fuß', 'Auf Füßen'],
    ['œuvre', 'Les oeuvres'],
    ['ırmak', 'IRMAK'],
  ])('%s is in %j, whose letters differ by a mark', (term, answer) => {
    expect(has(term, answer)).toBe(true);
  });

  // Similar words that are others; a rule by consonants alone takes most of them for forms.
  test.each(
    [
      'Apfel:apple Hand:Hund Hut:Haut Rad:Rede Rat:Rost Bug:Bogen Stab:Stube Buch:Bach Last:Liste',
      'Land:Lende Wort:Wert Wert:Wirt Tor:Tür Bild:Bold Feld:Fold Ton:Tinte Maus:Moos Haus:Hose',
      'Weg:Waage Konto:Kante Kurs:Kreis Datum:Dom Name:Nummer Brot:Brett Kind:Kunde Bett:Boot',
      'Ziel:Zoll Virus:Vers man:mine foot:fat mouse:moss leaf:loaf key:kayak book:back user:visor',
      'list:lost file:fall tab:tub map:mop cart:court post:past tag:toga bag:bug pes:pasta pes:pis',
      'pes:psát den:dno den:dnes sen:sníh sen:snad dům:dáma bod:bída les:lis klíč:kluk kód:kuď',
      'list:lest pole:pila rok:ruka pies:pas kot:kit kod:kadr plik:pluk klucz:kloc stół:stal',
      'sok:suka dom:dama dom:dym sen:syn ser:szary день:дно день:дань дом:дама дом:дым кот:кит',
      'код:кадр сон:сын лес:лис стол:стул стул:сталь ключ:клич лист:лесть файл:фильм файл:фол',
      'бок:бык мир:мера пол:пыль вес:все GitHub:Готов Docker:Доктор Model:Медаль Cloud:Клад',
      'Post:Пусто Token:Ткань Server:Север Google:Гул Slack:Слог Chrome:Карма Linux:Лиса',
      'Windows:Вина Signal:Село Python:Питание Opera:Опора Skype:Скупо bog:bag mand:mund fod:fad',
      'hånd:hund barn:bjørn nat:not bok:bak mann:munn fot:fat stad:stoel lid:lied weg:wiegen',
      'dag:doge muis:maas jeu:joie mot:mite page:pige uomo:amo dio:due luz:laza pez:paz casa:cosa',
      'mesa:misa sol:sul masă:mosor vesi:vasta tili:tuoli renk:rank kitap:kutup ملف:مال كتاب:كاتب',
      'صورة:سورة كتاب:مكتب حساب:حاسوب ספר:סופר שם:שמש תיק:תקן קובץ:קיבוץ λέξη:λάξη όνομα:άνεμος',
    ].flatMap((line) => line.split(' ').map((pair) => pair.split(':') as [string, string])),
  )('%s is not in %j', (term, answer) => {
    expect(has(term, answer)).toBe(false);
  });
});
