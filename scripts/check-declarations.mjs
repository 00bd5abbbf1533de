// Checks that our declarations only refer to packages that an installation includes or that users
// are told to add. Users' compilers follow them from the exports, and bundled packages, which only
// developers have, would be unresolved there.
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, normalize } from 'node:path';

const { peerDependencies, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const brought = new Set(Object.keys(peerDependencies));
const seen = new Set();

for (const { types } of Object.values(exports)) if (types !== undefined) follow(normalize(types));

function follow(file) {
  if (seen.has(file)) return;
  seen.add(file);
  const named = readFileSync(file, 'utf8').matchAll(
    /(?:from |import\(|import )["']([^"'\n]+)["']/g,
  );
  for (const [, name] of named) {
    if (name.startsWith('.')) follow(normalize(join(file, '..', name.replace(/\.js$/, '.d.ts'))));
    else if (!isBuiltin(name) && !brought.has(packageOf(name))) fail(file, name);
  }
}

function packageOf(name) {
  return /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0];
}

function fail(file, name) {
  console.error(`${file} names "${name}", which an installation does not bring`);
  process.exitCode = 1;
}
