import { loadConfig } from './src/config/index.js';
const t=performance.now();
try { console.dir(await loadConfig({cwd:'.', file: process.argv[2], env: process.env}), {depth:6}); } catch (e) { console.log((e as Error).message, e) }
console.log(performance.now()-t)
