#!/usr/bin/env bash
# The compilers of frameworks over the declarations of `locale-sync types`: what is wrong in these apps is an error, and
# nothing else is. Needs the registry.
set -euo pipefail
cd "$(dirname "$0")/.."

cli="$PWD/dist/cli.cjs"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ -f "$cli" ] || node scripts/build.mjs --no-types
cp -r test/types-file/fixtures/apps/. "$folder"
cd "$folder"
echo '{ "name": "apps", "private": true, "type": "module" }' >package.json
npm install --silent --ignore-scripts --no-audit --no-fund --legacy-peer-deps typescript@5.9 vue@3.5 vue-i18n@11 vue-tsc@3 \
  svelte@5 svelte-i18n@4 svelte-check@4 next-intl@4.3.0 use-intl@4.3.0 next@16 react@19 react-dom@19 @types/react@19 \
  react-intl@7 i18next@26 react-i18next@16

for library in i18next vue-i18n next-intl formatjs svelte-i18n; do
  (cd "$library" && node "$cli" types --library "$library" --out locale-sync.d.ts && npx tsc -p .)
done

# Errors of a template, by their number.
expect_two() {
  local found
  found=$("${@:2}" 2>&1 | grep -Ec "$1" || true)
  [ "$found" = 2 ] || { echo "$found errors where two are: ${*:2}" && exit 1; }
}
(cd vue-i18n && expect_two '^Bad\.vue.* error TS(2345|2554)' npx vue-tsc -p .)
(cd svelte-i18n && expect_two ' ERROR "Bad\.svelte"' npx svelte-check --tsconfig tsconfig.json --output machine)
rm vue-i18n/Bad.vue svelte-i18n/Bad.svelte
(cd vue-i18n && npx vue-tsc -p .)
(cd svelte-i18n && npx svelte-check --tsconfig tsconfig.json)
echo 'unknown keys and missing values are errors, and nothing else'
