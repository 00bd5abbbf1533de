// A room of `src` is entered by its door, `index.ts`. That is a rule for readers: builds and tests
// import the file behind the door, so that nobody loads a whole room for one function.
import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { dirname, extname, relative, resolve, sep } from 'node:path';

const SOURCE = resolve(import.meta.dirname, '../src') + sep;
/** A file of its own in the package, which the command line loads. */
const SERVICE = resolve(SOURCE, 'service/index.ts');

// Code as Prettier writes it.
const IMPORTED = /^(import|export) \{([^}]*)\} from '(\.[^']*\/index\.js)';$/gm;
const LOADED = /(const \{([^{}]*)\} = await import\()'(\.[^']*\/index\.js)'/g;
const EXPORTED =
  /^export (?:(?:type )?\{([^}]*)\} from '(.+)'|\* from '(.+)'|(?:abstract |async )?(?:function\*?|const|class) (\w+))/gm;

/**
 * @param {string} code
 * @param {string} file absolute path
 * @returns {string} the code with its imports past the doors, each line where it was
 */
export function pastDoors(code, file) {
  return code
    .replace(IMPORTED, (all, verb, listed, address) => {
      const door = doorOf(file, address);
      if (door === undefined) return all;
      const byFile = new Map();
      for (const [name, local] of namesIn(listed, ' as ')) {
        const [home, there] = definitionOf(name, door);
        byFile.set(home, [...(byFile.get(home) ?? []), `${there} as ${local}`]);
      }
      const imports = [...byFile].map(([home, names]) => {
        return `${verb} { ${names.join(', ')} } from '${addressOf(home, file)}';`;
      });
      return imports.join(' ') + '\n'.repeat(all.split('\n').length - 1);
    })
    .replace(LOADED, (all, lead, listed, address) => {
      const door = doorOf(file, address);
      if (door === undefined || door === SERVICE) return all;
      const homes = namesIn(listed, ':').map(([name]) => definitionOf(name, door)[0]);
      const isOne = new Set(homes).size === 1;
      return isOne ? `${lead}'${addressOf(homes[0], file)}'` : all;
    });
}

/** The path of the door, if the import enters another room. */
function doorOf(file, address) {
  const path = resolve(dirname(file), address.replace(/\.js$/, '.ts'));
  const [room, ...entry] = relative(SOURCE, path).split(sep);
  const isDoor = path.startsWith(SOURCE) && entry.join() === 'index.ts';
  return isDoor && !file.startsWith(SOURCE + room + sep) ? path : undefined;
}

/** The values among names in braces, each with the name that it gets. */
function namesIn(listed, as) {
  const names = listed.split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(as).map((part) => part.trim()))
    .map(([name, local = name]) => [name, local]);
}

/** The file that defines what another exports, and its name there. */
function definitionOf(name, file) {
  const found = exportsOf(file).get(name);
  if (found === undefined) throw new Error(`${file} does not export ${name}`);
  const [home, there] = found;
  const isListed = home !== file && exportsOf(home).has(there);
  return isListed ? definitionOf(there, home) : found;
}

const known = new Map();

/** For each exported value, the file that has it, and its name there. */
function exportsOf(file) {
  if (known.has(file)) return known.get(file);
  const values = new Map();
  known.set(file, values);
  const pathOf = (address) => resolve(dirname(file), address.replace(/\.js$/, '.ts'));
  for (const [, listed, from, all, own] of readFileSync(file, 'utf8').matchAll(EXPORTED)) {
    if (own !== undefined) values.set(own, [file, own]);
    for (const [name, local] of namesIn(listed ?? '', ' as ')) {
      values.set(local, [pathOf(from), name]);
    }
    for (const [name, home] of all === undefined ? [] : exportsOf(pathOf(all))) {
      values.set(name, home);
    }
  }
  return values;
}

function addressOf(home, file) {
  const path = relative(dirname(file), home).replace(/\.ts$/, '.js').replaceAll(sep, '/');
  return path.startsWith('.') ? path : `./${path}`;
}

const OURS = /^[^?\0]*[\\/](?:src|plugins|test|bench)[\\/][^?]*\.tsx?$/;

export const esbuildDoors = {
  name: 'doors',
  setup: ({ onLoad }) => {
    onLoad({ filter: OURS, namespace: 'file' }, async ({ path }) => ({
      contents: pastDoors(await readFile(path, 'utf8'), path),
      loader: extname(path).slice(1),
    }));
  },
};

/** The same for Vite and Rolldown. */
export function viteDoors() {
  return {
    name: 'doors',
    enforce: 'pre',
    transform: (code, id) => (OURS.test(id) ? { code: pastDoors(code, id), map: null } : null),
  };
}
