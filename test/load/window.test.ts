import { expect, test } from 'vitest';
import type { ScanPair } from '../../src/engine/load/scan/scan.js';
import { firstRoom, windowRoom } from '../../src/engine/load/window.js';

function pairs(targetFiles: number): readonly ScanPair[] {
  const targets = ['de', 'fr'].map((locale) => ({ locale, path: `${locale}.json`, exists: false }));
  const pair = { catalog: {} as ScanPair['catalog'], source: 'en.json', targets };
  return Array.from({ length: targetFiles / targets.length }, () => pair);
}

test.each([
  { files: 498, first: { units: 200_000, texts: Infinity }, later: 200_000 },
  { files: 500, first: { units: 200_000, texts: 100 }, later: 200_000 },
  { files: 1_000, first: { units: 200_000, texts: 100 }, later: 200_000 },
  { files: 1_002, first: { units: 40_000, texts: 100 }, later: 40_000 },
])('windows of $files new target files', ({ files, first, later }) => {
  expect(firstRoom(pairs(files))).toEqual(first);
  expect(windowRoom(pairs(files))).toEqual({ units: later, texts: Infinity });
});
