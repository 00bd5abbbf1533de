#!/usr/bin/env bash
# Installs the packed tool beside versions that its users have: no range of ours may stop an installation. Needs the registry.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
node scripts/build.mjs --no-types
tarball="$folder/$(npm pack --silent --ignore-scripts --pack-destination "$folder" | tail -1)"
failed=0

# beside PACKAGE COMMAND…: installs the package with npm, then the tool with the command
beside() {
  local project
  project=$(mktemp -d -p "$folder")
  (cd "$project" && echo '{ "name": "project", "private": true }' >package.json &&
    npm install --save-dev --ignore-scripts --no-audit --no-fund --silent "$1" &&
    "${@:2}" "$tarball" >out 2>&1 && node_modules/.bin/locale-sync --version >/dev/null) && return
  echo "beside $1, with ${*:2}:"
  cat "$project/out"
  failed=1
}

for package in vite@4 vite@5 webpack@4 rollup@2 pdfjs-dist@5 dictionary-en@3 i18next-parser@8 @rspack/core@1; do
  beside "$package" npm install --save-dev --ignore-scripts --no-audit --no-fund
done
for package in vite@4 webpack@4 i18next-parser@8; do
  beside "$package" npx --yes pnpm@9 add --save-dev --ignore-scripts
  beside "$package" npx --yes yarn@1 add --dev --ignore-scripts
done
[ "$failed" = 0 ] && echo 'installed beside all of them'
exit "$failed"
