import { expect, test } from 'vitest';
import { noTranslation, SameAnswers } from '../../src/text/answers/check-answer.js';

test.each([
  ['Save it', '"Speichern"'],
  ['Save it', '„Speichern“'],
  ['Save it', '« Enregistrer »'],
  ['Save it', '「保存」'],
  ['Save it', '`Speichern`'],
  ['War and Peace', '«Война и мир»'],
])('%j answered with %j may be a translation', (source, answer) => {
  expect(noTranslation(source, answer)).toMatchObject({ code: 'no-translation', mild: true });
});

test.each([
  ['Save it', '```\nSpeichern\n```'],
  ['Save it', '{"translation": "Speichern"}'],
  ['Save it', 'Sure! Here is the text: Speichern'],
  ['Save it', 'Okay, I have translated it. Speichern'],
  ['Save it', 'Translation: Speichern'],
  ['Save it', 'Here is the translation: "Speichern"'],
  ['Save it', 'Hier ist die Übersetzung: Speichern'],
  ['Save it', '翻译：保存'],
  ['Save it', 'I am sorry, I cannot help with that.'],
  ['Save it', 'I’m sorry, but I can’t assist with that request.'],
  ['Save it', 'As an AI language model, I do not translate this.'],
  ['Save it', 'Als KI kann ich das nicht beurteilen.'],
  ['Save it', 'Es tut mir leid, ich kann dabei nicht helfen.'],
  ['Save it', 'Je suis désolé, je ne peux pas traduire ce texte.'],
  ['Save it', '申し訳ありませんが、翻訳できません。'],
  ['Save it', '抱歉，我无法翻译。'],
])('%j answered with %j is not translated', (source, answer) => {
  const found = noTranslation(source, answer);
  expect(found?.code).toBe('no-translation');
  expect(found?.mild).toBeUndefined();
});

test.each([
  ['"Save"', '„Speichern“'],
  ['A or B', '"A" oder "B"'],
  ['Press "Save"', 'Drücken Sie „Speichern“'],
  ['Here is the translation: {text}', 'Hier ist die Übersetzung: {text}'],
  ['Translated by {name}', 'Übersetzung: {name}'],
  ['The answer is {answer}', 'Antwort: {answer}'],
  ['The following {n} texts', '以下是 {n} 个文本：A'],
  ['One thing — the cat', 'Voici une chose : le chat'],
  ['Sorry, we could not find it', 'Es tut mir leid, wir konnten es nicht finden'],
  ["I'm afraid I can't do that", 'Es tut mir leid, ich kann dir dabei nicht helfen'],
  ['Ich kann dir nicht helfen', 'I cannot help you'],
  ['OK, ich nehme an, das ging nicht', 'OK, I suppose that did not work'],
  ['Sure! Here you go, {name}', 'Sure! Here you go, {name}'],
  // Where others say that something failed, these are polite.
  ['Something went wrong', '抱歉，我们遇到了问题'],
  ['Something went wrong', '申し訳ありませんが、問題が発生しました'],
  ['Something went wrong', '죄송합니다. 문제가 발생했습니다'],
  ['What a pity', 'Es tut mir leid'],
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
