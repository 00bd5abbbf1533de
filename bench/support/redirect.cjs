// Preloaded into json-autotranslate, whose service address cannot be configured: redirects its
// requests to the loopback service at $BENCH_SERVICE and blocks all others.
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
