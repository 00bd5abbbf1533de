// What an Angular app has that is translated with XLIFF, and the scripts of docs/plugins.md.
import { readFileSync, writeFileSync } from 'node:fs';

function edit(file, change) {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  change(content);
  writeFileSync(file, JSON.stringify(content, null, 2));
}

edit('angular.json', ({ projects }) => {
  const [project] = Object.values(projects);
  project.i18n = { sourceLocale: 'en', locales: { de: 'src/locale/messages.de.xlf' } };
  const { build, ...others } = project.architect;
  build.options.localize = true;
  build.options.polyfills = [...(build.options.polyfills ?? []), '@angular/localize/init'];
  others['extract-i18n'] ??= { builder: '@angular/build:extract-i18n' };
  project.architect = { build, ...others };
});
edit('package.json', ({ scripts }) => {
  scripts.extract = 'ng extract-i18n --format xlf2 --output-path src/locale';
  scripts.prebuild = 'npm run extract && locale-sync check';
});
