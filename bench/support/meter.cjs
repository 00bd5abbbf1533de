// Preloaded into what is measured (`node --require`): leaves what the process used in the file that
// $BENCH_METER names.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const file = process.env.BENCH_METER;
  writeFileSync(file, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS }));
});
