import { expect, test } from 'vitest';
import { noTranslation, SameAnswers } from '../../src/text/answers/no-translation.js';

test.each([
  ['Save it', '"Speichern"'],
  ['Save it', '„Speichern“'],
  ['Save it', '« Enregistrer »'],
  ['Save it', '「保存」'],
  ['Save it', '`Speichern`'],
  ['Save it', '```\nSpeichern\n```'],
  ['Save it', '{"translation": "Speichern"}'],
  ['Save it', 'Sure! Here is the text: Speichern'],
  ['Save it', 'Translation: Speichern'],
  ['Save it', 'Hier ist die Übersetzung: Speichern'],
  ['Save it', '翻译：保存'],
  ['Save it', 'I am sorry, I cannot help with that.'],
  ['Save it', 'Es tut mir leid, ich kann dabei nicht helfen.'],
  ['Save it', '抱歉，我无法翻译。'],
])('%j answered with %j may be no translation', (source, answer) => {
  expect(noTranslation(source, answer)?.code).toBe('no-translation');
});

test.each([
  ['"Save"', '„Speichern“'],
  ['A or B', '"A" oder "B"'],
  ['Press "Save"', 'Drücken Sie „Speichern“'],
  ['Here is the translation: {text}', 'Hier ist die Übersetzung: {text}'],
  ['Sorry, we could not find it', 'Es tut mir leid, wir konnten es nicht finden'],
  ['Of course!', 'Natürlich!'],
  ['Translation', 'Übersetzung'],
  ['{"a": "b"}', '{"a": "b"}'],
])('%j answered with %j is a translation', (source, answer) => {
  expect(noTranslation(source, answer)).toBeUndefined();
});

test('one answer to texts that cannot mean the same', () => {
  const same = new SameAnswers();
  const add = (...texts: string[]): void => {
    for (const text of texts) same.add(text, 'Wirklich alles löschen?');
  };
  add('Delete everything?', 'Really delete all?', 'Delete it all now?');
  expect(same.find('Wirklich alles löschen?')).toBeUndefined();
  add('Your account will be removed within thirty days.');
  expect(same.find('Wirklich alles löschen?')?.code).toBe('no-translation');
});
