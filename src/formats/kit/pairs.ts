const PAIR = 1;
const UP = 2;
const LEFT = 3;

/**
 * The non-crossing pairs with the largest total weight; of equal solutions, the one that starts
 * first.
 */
export function bestPairs(
  rows: number,
  columns: number,
  weightOf: (i: number, j: number) => number,
): readonly (readonly [number, number])[] {
  const width = columns + 1;
  const steps = new Uint8Array((rows + 1) * width);
  let below = new Float64Array(width);
  for (let i = rows - 1; i >= 0; i -= 1) {
    const row = new Float64Array(width);
    for (let j = columns - 1; j >= 0; j -= 1) {
      const weight = weightOf(i, j);
      const pair = weight === 0 ? -1 : (below[j + 1] ?? 0) + weight;
      const [up, left] = [below[j] ?? 0, row[j + 1] ?? 0];
      row[j] = Math.max(pair, up, left);
      steps[i * width + j] = pair >= up && pair >= left ? PAIR : up >= left ? UP : LEFT;
    }
    below = row;
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < rows && j < columns;) {
    const step = steps[i * width + j];
    if (step === PAIR) pairs.push([i, j]);
    if (step !== LEFT) i += 1;
    if (step !== UP) j += 1;
  }
  return pairs;
}
