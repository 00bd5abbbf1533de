import type { Problem } from '../../../model/index.js';
import { positions } from '../positions.js';

export interface Findings {
  readonly text: string;
  readonly warnings: readonly {
    readonly offset: number;
    readonly message: string;
    /** The unit that is left out because of it. */
    readonly unit?: object | undefined;
  }[];
}

/** In document order. What is wrong in the same way in many places is reported for the first one. */
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
      const left = unit === undefined ? '' : ' This unit is left out.';
      return {
        code: unit === undefined ? 'module-constraint' : 'invalid-unit',
        ...{ severity: 'warning', message: message + left, line, column },
        ...(file !== undefined && { file }),
      };
    });
}
