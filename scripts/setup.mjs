// Installs missing dependencies, so that `npm test` and `npm run demo` work in a fresh clone.
// Import only Node's own modules in this file.
import { existsSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

/** Whether all direct dependencies are installed at the version in the lock file. */
function installed() {
  if (!existsSync('node_modules')) return false;
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const wanted = lock.packages[''];
  return Object.keys({ ...wanted.dependencies, ...wanted.devDependencies }).every((name) => {
    const manifest = `node_modules/${name}/package.json`;
    if (!existsSync(manifest)) return false;
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
    return version === lock.packages[`node_modules/${name}`]?.version;
  });
}

if (!installed()) {
  console.error('Installing dependencies (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
