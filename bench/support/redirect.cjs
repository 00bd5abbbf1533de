// Preloaded into json-autotranslate, whose service address cannot be set: what it sends to its
// service goes to the loopback service at $BENCH_SERVICE instead, and nothing else leaves the
// process.
const http = require('node:http');
const https = require('node:https');

const service = new URL(process.env.BENCH_SERVICE);

https.request = (options, onResponse) =>
  http.request(
    {
      method: options.method,
      headers: { ...options.headers, host: service.host },
      path: options.path,
      host: service.hostname,
      port: service.port,
      agent: options.agent,
    },
    onResponse,
  );
