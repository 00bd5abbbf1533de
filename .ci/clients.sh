#!/usr/bin/env bash
# Runs the official Node client against the service with its own scheme. No registry reached here has the clients of other languages:
# what they send is recorded in test/service/other-clients.long.test.ts. `clients.sh 1.29.0` runs other versions, too, which need the
# registry; versions before 1.28 lack some of what the tests call.
set -euo pipefail
cd "$(dirname "$0")/.."

own=$(node -p 'require("deepl-node/package.json").version')
restore() { npm install --no-save --ignore-scripts --no-audit --no-fund --silent "deepl-node@$own"; }
[ "$#" -eq 0 ] || trap restore EXIT
failed=0
for version in "$own" "$@"; do
  [ "$version" = "$own" ] || npm install --no-save --ignore-scripts --no-audit --no-fund --silent "deepl-node@$version"
  if npx vitest run --project long test/service/official-client.long.test.ts >"/tmp/deepl-node-$version.log" 2>&1; then
    echo "ok: deepl-node $version"
  else
    echo "failed: deepl-node $version" && tail -40 "/tmp/deepl-node-$version.log"
    failed=1
  fi
done
npx vitest run --project long test/service/other-clients.long.test.ts
exit "$failed"
