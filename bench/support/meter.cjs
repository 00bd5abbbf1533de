// Preloaded into the measured process (`node --require`): writes its resource usage to the file in
// $BENCH_METER.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const file = process.env.BENCH_METER;
  writeFileSync(file, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS }));
});
