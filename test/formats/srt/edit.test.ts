import { describe, expect, it } from 'vitest';
import { srt } from '../../../src/formats/srt/index.js';

/** Cues of three seconds each, without pauses. */
function fileOf(...texts: readonly string[]): string {
  const time = (i: number): string => `00:00:${String(i * 3).padStart(2, '0')},000`;
  return texts.map((text, i) => `${i + 1}\n${time(i)} --> ${time(i + 1)}\n${text}\n`).join('\n');
}

const sentence = fileOf('Since I was a bit naive,', 'everyone seemed beautiful.');

function set(text: string, value: string): string {
  const document = srt.parse(text);
  return srt.edit(document, [{ op: 'set', key: document.units[0]!.key, text: value }]);
}

describe('the line above the times', () => {
  it.each([
    ['2', ['One.', 'Two.']],
    [' 2\t', ['One.', 'Two.']],
    ['2 2', ['One. 2 2 Two.']],
    ['2.', ['One. 2.', 'Two.']],
  ])('is the number of the cue, or a text: %j', (line, texts) => {
    const { units } = srt.parse(fileOf('One.', 'Two.').replace('\n2\n', `\n${line}\n`));
    expect(units.map(({ text }) => text)).toEqual(texts);
  });
});

describe('a sentence that runs over cues', () => {
  it('is one unit', () => {
    expect(srt.parse(sentence).units.map(({ key, text }) => [...key, text])).toEqual([
      ['00:00:00,000', 'Since I was a bit naive, everyone seemed beautiful.'],
    ]);
  });
  it.each([
    [
      'Weil ich ein wenig naiv war, kamen mir alle Menschen wunderschön vor.',
      ['Weil ich ein wenig naiv war, kamen', 'mir alle Menschen wunderschön vor.'],
    ],
    [
      'Weil ich ein wenig naiv war und sehr jung, kamen mir damals wirklich alle Menschen in der Stadt ganz wunderschön vor und nichts war fern.',
      [
        'Weil ich ein wenig naiv war und sehr\njung, kamen mir damals wirklich',
        'alle Menschen in der Stadt ganz\nwunderschön vor und nichts war fern.',
      ],
    ],
    [
      '彼女は少し世間知らずだったので、誰もが美しく見えました。',
      ['彼女は少し世間知らずだった', 'ので、誰もが美しく見えました。'],
    ],
    ['เพราะว่าฉันค่อนข้างไร้เดียงสาทุกคนจึงดูสวยงาม', ['เพราะว่าฉันค่อนข้างไร้', 'เดียงสาทุกคนจึงดูสวยงาม']],
    [
      '因为我当时有点天真，所以每个人看起来都很美。',
      ['因为我当时有点天真，', '所以每个人看起来都很美。'],
    ],
    [
      '<i>Weil ich naiv war, schienen alle schön.</i>',
      ['<i>Weil ich naiv war,</i>', '<i>schienen alle schön.</i>'],
    ],
  ])('is shared out in proportion, at word ends: %s', (value, cues) => {
    expect(set(sentence, value)).toBe(fileOf(...cues));
  });
  it('leaves no cue empty, even where there are fewer words than cues', () => {
    expect(set(sentence, 'Ja.')).toBe(fileOf('Ja.', 'Ja.'));
  });
});

describe('lines of a cue', () => {
  const long = 'This is a very long translation that does not fit in a single line of the cue';

  it('are at most two, of like width', () => {
    expect(set(fileOf('One line.'), long)).toBe(
      fileOf('This is a very long translation that does\nnot fit in a single line of the cue'),
    );
    for (const words of [20, 60, 200]) {
      const text = set(fileOf('One line.'), 'word '.repeat(words).trim());
      expect(text.trimEnd().split('\n')).toHaveLength(4);
    }
  });
  it('are as many as the cue had where it had more', () => {
    expect(set(fileOf('One\ntwo\nthree.'), `${long}, nor even in two of these lines at all`)).toBe(
      fileOf(
        'This is a very long translation that does\nnot fit in a single line of the cue,\nnor even in two of these lines at all',
      ),
    );
  });
  it('stay apart where another speaker starts', () => {
    const dialogue = fileOf('- Are you coming?\n- No.');
    expect(srt.parse(dialogue).units[0]?.text).toBe('- Are you coming?\n- No.');
    expect(set(dialogue, '- Kommst du?\n- Nein.')).toBe(fileOf('- Kommst du?\n- Nein.'));
    const captions = fileOf('>> Are you coming?\n>>> No.\nNot now.');
    expect(srt.parse(captions).units[0]?.text).toBe('>> Are you coming?\n>>> No. Not now.');
    expect(set(captions, '>> Ja?\n>>> Nein.')).toBe(fileOf('>> Ja?\n>>> Nein.'));
  });
  it.each(['\r', '\r\n'])('end as the file ends them, behind a BOM: %j', (newline) => {
    const text = `\ufeff${sentence.replaceAll('\n', newline)}`;
    expect(set(text, 'Weil ich naiv war, schienen alle schön.')).toBe(
      `\ufeff${fileOf('Weil ich naiv war,', 'schienen alle schön.').replaceAll('\n', newline)}`,
    );
  });
});
