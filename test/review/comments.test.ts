import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatComments, parseComments } from '../../src/lock/index.js';
import type { Comment } from '../../src/lock/index.js';

function comment(more: Partial<Comment> = {}): Comment {
  return {
    ...{ file: 'en.json', key: ['a', 'b'], locale: 'de', source: 's', target: 't' },
    ...{ kind: 'question', by: 'Anna', text: 'Why?', answer: '' },
    ...more,
  };
}

function lines(...comments: readonly Comment[]): string {
  return formatComments({ comments, unreadable: [] });
}

test('equal sets give equal bytes, and every character comes back', () => {
  const odd = comment({ kind: 'suggestion', text: 'a\n\u2028\u202e"<<<<<<< \\' });
  const others = [comment({ locale: 'fr' }), comment({ by: '' }), comment({ answer: 'So.' })];
  const text = lines(odd, ...others);
  expect(lines(...[...others].reverse(), odd)).toBe(text);
  expect(text.split('\n')).toHaveLength(2 + 4 + 1);
  const { comments } = parseComments(text);
  expect(comments).toContainEqual(odd);
  expect(lines(...comments, ...comments)).toBe(lines(...comments));
});

test('branches that git merges with both sides keep what both said, and an answer once it is there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comments-'));
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const asked = comment();
  const base = write('base', lines(asked));
  const ours = write('ours', lines(comment({ answer: 'So.' }), comment({ locale: 'fr' })));
  const theirs = write('theirs', lines(asked, comment({ kind: 'suggestion', text: 'X' })));
  execFileSync('git', ['merge-file', '--union', ours, base, theirs]);
  const { comments, unreadable, writable } = parseComments(readFileSync(ours, 'utf8'));
  expect([unreadable, writable]).toEqual([[], true]);
  expect(lines(...comments)).toBe(
    lines(
      comment({ answer: 'So.' }),
      comment({ locale: 'fr' }),
      comment({ kind: 'suggestion', text: 'X' }),
    ),
  );
});

test('lines that are no comments are kept, marks of conflicts are not, and a newer file is left alone', () => {
  const text = `\ufeff<<<<<<< ours\r\n{"file":"x"}\r\n{"question":1}\n${lines(comment())}>>>>>>> theirs\n`;
  const parsed = parseComments(text);
  expect(parsed).toMatchObject({
    comments: [comment()],
    unreadable: ['{"file":"x"}', '{"question":1}'],
    writable: true,
  });
  expect(parseComments(formatComments(parsed))).toEqual(parsed);
  expect(parseComments(text.replace(' v1', ' v2')).writable).toBe(false);
});
