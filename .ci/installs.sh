#!/usr/bin/env bash
# Installs the packed tool beside versions that its users have: no range of ours may stop an installation, and what is
# supported builds. Needs the registry. `installs.sh npm` does the part of one package manager (npm, pnpm, yarn).
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
node scripts/build.mjs --no-types
tarball="$folder/$(npm pack --silent --ignore-scripts --pack-destination "$folder" | tail -1)"
fixture="$PWD/.ci/installs"
managers=("${@:-all}")
failed=0

# Installs packages as development dependencies of the current folder.
add() {
  case "$1" in
    npm) npm install --save-dev --ignore-scripts --no-audit --no-fund "${@:2}" ;;
    pnpm) npx --yes pnpm@9 add --save-dev --ignore-scripts "${@:2}" ;;
    yarn) npx --yes yarn@1 add --dev --ignore-scripts "${@:2}" ;;
  esac
}

fails() { ! "$@"; }

wanted() { [[ " ${managers[*]} " == *" all "* || " ${managers[*]} " == *" $1 "* ]]; }

# A project with these packages, then the tool. Then one command for each argument after `--`.
# beside MANAGER PACKAGE… -- COMMAND…
beside() {
  local manager=$1 project packages=() name="$*"
  shift
  wanted "$manager" || return 0
  while [ $# -gt 0 ] && [ "$1" != -- ]; do packages+=("$1") && shift; done
  shift
  project=$(mktemp -d -p "$folder")
  cp -r "$fixture/." "$project"
  # yarn 1 wants every platform's build of what is optional: of a Rollup as old as Vite 5.0, not of today's.
  local old=''
  [ "$manager" != yarn ] || old=', "resolutions": { "vite/rollup": "4.20.0" }'
  echo "{ \"name\": \"project\", \"private\": true, \"type\": \"module\"$old }" >"$project/package.json"
  if (cd "$project" && run "$manager" "${packages[@]}" -- "$tarball" "$@") >"$project/out" 2>&1; then
    echo "ok: $name"
  else
    echo "failed: $name" && tail -40 "$project/out"
    failed=1
  fi
  rm -rf "$project"
}

run() {
  local manager=$1 packages=() command
  shift
  while [ "$1" != -- ]; do packages+=("$1") && shift; done
  add "$manager" "${packages[@]}" || return 1
  add "$manager" "$2" || return 1
  shift 2
  node_modules/.bin/locale-sync --version || return 1
  for command in "$@"; do eval "$command" || return 1; done
}

# Builds where everything is translated, and is stopped where a text is missing.
builds() {
  node build.mjs "$1" || return 1
  echo '{ "title": "Title", "more": "More" }' >locales/en.json
  [ "$1" = vite-dev ] || fails node build.mjs "$1" || return 1
  echo '{ "title": "Title" }' >locales/en.json
}

for package in vite@4 webpack@4 rollup@2 pdfjs-dist@5 dictionary-en@3; do
  beside npm "$package" --
done
for manager in npm pnpm yarn; do
  beside "$manager" vite@5.0 -- 'builds vite' 'builds vite-dev'
  beside "$manager" webpack@5.61 -- 'builds webpack'
  beside "$manager" rollup@3 -- 'builds rollup'
  beside "$manager" @rspack/core@1.0 -- 'builds rspack'
done
beside npm vite@5 -- 'builds vite' 'builds vite-dev'
beside npm @rspack/core@1.7 -- 'builds rspack'
# Too old: a message that says so.
beside npm vite@4 -- 'fails node build.mjs vite 2>old' 'grep -q "runs with Vite 5" old'
for manager in pnpm yarn; do
  for package in vite@4 webpack@4; do beside "$manager" "$package" --; done
done
# What is optional is found from the project, also where the package manager keeps the tool apart from it.
for manager in npm pnpm yarn; do
  beside "$manager" nspell@2 dictionary-en@4 harper.js pdfjs-dist@5.3 -- \
    'node_modules/.bin/locale-sync extract' 'node optional.mjs'
done
[ "$failed" = 0 ] && echo 'installed beside all of them'
exit "$failed"
