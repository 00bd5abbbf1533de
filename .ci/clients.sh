#!/usr/bin/env bash
# Runs the official Node client, in each version from the registry that has what the tests call, against the service with its own
# scheme. No registry reached here has the clients of other languages: what they send is recorded in
# test/service/other-clients.long.test.ts. Needs the registry. `clients.sh 1.27.0` does these versions alone.
set -euo pipefail
cd "$(dirname "$0")/.."

[ "$#" -gt 0 ] || set -- 1.24.0 1.26.0 1.27.0
own=$(node -p 'require("deepl-node/package.json").version')
restore() { npm install --no-save --ignore-scripts --no-audit --no-fund --silent "deepl-node@$own"; }
trap restore EXIT
failed=0
for version in "$own" "$@"; do
  npm install --no-save --ignore-scripts --no-audit --no-fund --silent "deepl-node@$version"
  if npx vitest run --project long test/service/official-client.long.test.ts >"/tmp/deepl-node-$version.log" 2>&1; then
    echo "ok: deepl-node $version"
  else
    echo "failed: deepl-node $version" && tail -40 "/tmp/deepl-node-$version.log"
    failed=1
  fi
done
npx vitest run --project long test/service/other-clients.long.test.ts
exit "$failed"
