#!/usr/bin/env bash
# Builds an app of each framework that docs/plugins.md names, made from the framework's own template: a build passes where all
# is translated, and stops where a text is missing. Needs the registry. `frameworks.sh next astro` does these alone.
set -euo pipefail
cd "$(dirname "$0")/.."

export CI=1 NG_CLI_ANALYTICS=false NEXT_TELEMETRY_DISABLED=1 NUXT_TELEMETRY_DISABLED=1 ASTRO_TELEMETRY_DISABLED=1
export npm_config_audit=false npm_config_fund=false npm_config_ignore_scripts=true
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ -f dist/types/next.d.ts ] || node scripts/build.mjs
tarball="$folder/$(npm pack --silent --ignore-scripts --pack-destination "$folder" | tail -1)"
overlays="$PWD/.ci/frameworks"
wanted=("${@:-all}")
failed=0

make() { npx --yes "$@" </dev/null; }

# The app in $1, with the files of the overlays and these packages beside the tool.
equip() {
  cd "$1"
  shift
  cp -r "$overlays/all/." .
  cp -r "$overlays/$1/." .
  shift
  npm install --save-dev "$tarball" "$@"
}

fails() { ! "$@"; }

# Builds, and is stopped by a missing text with the words of the tool. `--prune` would take out that text, and none that is shown.
builds() {
  "$@" || return 1
  echo '{ "title": "Title", "more": "More" }' >src/locales/en.json
  fails "$@" >stopped 2>&1 || return 1
  grep -q 'missing \[de\] more' stopped || { cat stopped && return 1; }
  fails npx locale-sync extract --prune >unused 2>&1 || return 1
  grep -q 'more  not in code' unused && fails grep 'title  not in code' unused || { cat unused && return 1; }
}

framework_next() {
  make create-next-app@16.4.3 app --ts --app --no-eslint --no-tailwind --no-src-dir --no-import-alias --use-npm \
    --skip-install --disable-git --yes
  equip app next && builds npx next build
  cp "$overlays/all/src/locales/en.json" src/locales && builds npx next build --webpack
}

# The templates of these two are on GitHub; npm has none. Where GitHub cannot be reached, an app with the files of the smallest
# template is built, and the result says so.
framework_nuxt() {
  # What create-nuxt copies has no releases: the last commit of its branch before a day.
  { git clone --quiet --branch v4 https://github.com/nuxt/starter app &&
    git -C app checkout --quiet "$(git -C app rev-list -1 --before=2026-11-01 HEAD)" && rm -rf app/.git; } ||
    from_files nuxt
  equip app nuxt nuxt@4.3 && builds npx nuxt build
}

framework_astro() {
  make create-astro@4.13.2 app --template minimal --ref astro@5.18.0 --no-install --no-git --skip-houston --yes ||
    from_files astro
  equip app astro astro@5.18 && builds npx astro build
}

from_files() {
  node -e 'fetch("https://codeload.github.com").then(() => process.exit(1), () => {})'
  rm -rf app
  cp -r "$overlays/without-template/$1" app
  echo ', without its template: GitHub cannot be reached' >"$folder/$1.how"
}

framework_sveltekit() {
  make sv@0.9.15 create app --template minimal --types ts --no-add-ons --no-install
  equip app sveltekit svelte-i18n@4 && npx svelte-kit sync && npx svelte-check && builds npx vite build
}

framework_angular() {
  make @angular/cli@20.3.0 new app --defaults --skip-git --skip-install --minimal --package-manager npm
  equip app angular @angular/localize@20.3
  node setup.mjs
  # `prebuild` is one of the scripts that npm ignores else.
  export npm_config_ignore_scripts=false
  npm run extract && SERVICE_URL=embedded npx locale-sync sync && npm run build
  test -f dist/app/browser/de/index.html
  sed -i 's#</h1>#</h1><p i18n="@@more">More</p>#' src/app/app.ts
  fails npm run build >stopped 2>&1
  grep -Eq 'missing +de +ngi18n\.more' stopped || { cat stopped && return 1; }
}

framework_storybook() {
  make create-vite@9.3.0 app --template react-ts --no-interactive
  equip app storybook storybook@10.6.6 @storybook/react-vite@10.6.6 &&
    builds npx storybook build --disable-telemetry
}

framework_electron() {
  make @quick-start/create-electron@1.0.30 app --template vanilla-ts --skip
  equip app electron && builds npx electron-vite build
}

# The recipe of react-i18next, with `tsc`; that of vue-i18n, with `vue-tsc`.
framework_react() {
  make create-vite@9.3.0 app --template react-ts --no-interactive
  equip app react i18next@26 react-i18next@17 && npx locale-sync types --out src/locale-sync.d.ts && builds npm run build
}

framework_vue() {
  make create-vite@9.3.0 app --template vue-ts --no-interactive
  equip app vue vue-i18n@11 && npx locale-sync types --out src/locale-sync.d.ts && builds npm run build
}

vite_with() {
  make create-vite@9.3.0 app --template vanilla-ts --no-interactive
  equip app vite "vite@$1" && npx tsc && builds npx vite build
}
framework_vite5() { vite_with 5; }
framework_vite6() { vite_with 6; }
framework_vite7() { vite_with 7; }
framework_vite8() { vite_with 8; }

all=(next nuxt astro sveltekit angular storybook electron react vue vite5 vite6 vite7 vite8)
for name in "${all[@]}"; do
  [[ " ${wanted[*]} " == *" all "* || " ${wanted[*]} " == *" $name "* ]] || continue
  mkdir "$folder/$name"
  # In a condition a failing command would not end it.
  (set -e && cd "$folder/$name" && "framework_$name") >"$folder/$name.log" 2>&1 &
  if wait $!; then
    echo "ok: $name$(cat "$folder/$name.how" 2>/dev/null || true)"
  else
    echo "failed: $name" && tail -40 "$folder/$name.log"
    failed=1
  fi
  rm -rf "${folder:?}/$name"
done
exit "$failed"
