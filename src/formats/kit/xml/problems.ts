import type { Key, LeftOut, Problem } from '../../../model/index.js';
import { locate } from '../../../model/index.js';
import { positions } from '../positions.js';

export interface Warning {
  readonly offset: number;
  readonly message: string;
  /** The unit that is left out because of it. */
  readonly unit?: object | undefined;
}

export interface Findings {
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/** In document order. The same problem in many places is reported for the first one. */
export function problemsOf({ text, warnings }: Findings, file?: string): readonly Problem[] {
  if (warnings.length === 0) return [];
  const placeOf = positions(text);
  const told = new Set<string>();
  return warnings
    .toSorted((a, b) => a.offset - b.offset)
    .filter(({ message, unit }) => {
      if (unit === undefined && told.has(message)) return false;
      told.add(message);
      return true;
    })
    .map(({ message, offset, unit }): Problem => {
      const { line, column } = placeOf(offset);
      const left = unit === undefined ? '' : ' This unit is skipped.';
      return {
        code: unit === undefined ? 'module-constraint' : 'invalid-unit',
        ...{ severity: 'warning', message: message + left, line, column },
        ...(file !== undefined && { file }),
      };
    });
}

/** Why a unit is left out; undefined if it is not. */
export function whyLeftOut({ text, warnings }: Findings, unit: object): string | undefined {
  const warning = warnings.find((one) => one.unit === unit);
  if (warning === undefined) return undefined;
  const { line, column } = locate(text, warning.offset);
  return `cannot be read, line ${line}, column ${column}: ${warning.message}`;
}

/** The document's list of units that are left out. Undefined if there are none. */
export function leftOutOf<U extends object>(
  tree: Findings,
  units: Iterable<U>,
  keyOf: (unit: U) => Key | undefined,
): readonly LeftOut[] | undefined {
  if (tree.warnings.length === 0) return undefined;
  const found: LeftOut[] = [];
  for (const unit of units) {
    const why = whyLeftOut(tree, unit);
    const key = why === undefined ? undefined : keyOf(unit);
    if (key !== undefined && why !== undefined) found.push({ key, why });
  }
  return found.length === 0 ? undefined : found;
}
