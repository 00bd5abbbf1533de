import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { ReviewScreen } from '../../model/index.js';

const size = z.number().positive().max(100_000);
const screen = z.object({
  width: size,
  height: size,
  texts: z.array(
    z.object({
      unit: z.tuple([z.string(), z.string()], z.string()),
      box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    }),
  ),
});

/** The pictures in a folder, by name; those whose data cannot be read are left out. */
export function readScreens(folder: string): readonly ReviewScreen[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^[\w.-]+\.json$/.test(name));
  } catch {
    return [];
  }
  return names.sort().flatMap((name) => {
    try {
      const data = screen.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      return [{ name: name.slice(0, -'.json'.length), ...data }];
    } catch {
      return [];
    }
  });
}

/** The image of a picture; undefined if there is none. */
export function screenImage(folder: string, name: string): Buffer | undefined {
  try {
    return /^[\w.-]+$/.test(name) ? readFileSync(join(folder, `${name}.png`)) : undefined;
  } catch {
    return undefined;
  }
}
