// Does the same as `locale-sync sync`, as a script, so that you can decide something on the way.
import { createEngine, loadConfig } from 'locale-sync';

const config = await loadConfig({ cwd: import.meta.dirname, env: process.env });
const engine = createEngine(config);

const plan = await engine.plan();
console.log(`${plan.items.length} units, ${plan.report.characters} characters to be billed`);

const report = await engine.apply(plan);
for (const { file, line, locale, key, message } of report.problems) {
  console.error(`${file ?? ''}:${line ?? 1} [${locale ?? ''}] ${key ?? ''}: ${message}`);
}
process.exitCode = report.ok ? 0 : 1;
