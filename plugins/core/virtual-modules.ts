import badge from '../browser/badge.ts?text';
import edit from '../browser/edit.ts?text';
import live from '../browser/live.ts?text';
import loaded from '../browser/loaded.ts?text';
import status from '../browser/status.ts?text';
import { jsonText } from '../../src/model/index.js';
import type { Outcome } from './outcome.js';
import { PANEL_PATH, statusOf } from './status.js';

/** Module with the coverage by locale. */
export const STATUS_MODULE = 'virtual:locale-sync/status';

/** Module that notifies an app of changed catalogs. */
export const LIVE_MODULE = 'virtual:locale-sync/live';

/** Module that shows the badge in pages of Vite's dev server. */
export const BADGE_MODULE = 'virtual:locale-sync/badge';

/** Module that loads a page again in dev if a catalog changed while it was being loaded. */
const LOADED_MODULE = 'virtual:locale-sync/loaded';

/** Module that opens texts of a page in dev; loaded while texts are edited in the page. */
const EDIT_MODULE = 'virtual:locale-sync/edit';

const MODULES: ReadonlySet<string> = new Set([
  STATUS_MODULE,
  EDIT_MODULE,
  LIVE_MODULE,
  BADGE_MODULE,
  LOADED_MODULE,
]);

/** Id of a module that the plugin provides, marked as virtual; undefined for any other. */
export function resolveVirtual(id: string): string | undefined {
  return MODULES.has(id) ? `\0${id}` : undefined;
}

/** Code of a module by its resolved id; undefined for modules that are not ours. */
export function loadVirtual(
  id: string,
  outcome: Outcome | undefined,
  { isDev }: { readonly isDev: boolean },
): string | undefined {
  if (id === `\0${STATUS_MODULE}`)
    return isDev ? statusModule(status, outcome) : builtStatus(outcome);
  if (id === `\0${LIVE_MODULE}`) return isDev ? live : BUILT_LIVE;
  if (id === `\0${LOADED_MODULE}`)
    return `${PANEL_CONSTANT}const loadEdit = () => import('${EDIT_MODULE}');\n${loaded}`;
  if (isDev && id === `\0${EDIT_MODULE}`) return PANEL_CONSTANT + edit;
  return undefined;
}

/** Loads what needs Vite's client, after that client. Workers have no page. */
export function pageImports({ badge: isShown = true }: { readonly badge?: boolean }): string {
  const modules = [LOADED_MODULE, ...(isShown ? [BADGE_MODULE] : [])];
  const imports = modules.map((id) => `void import('${id}');`);
  return `if (typeof document !== 'undefined') { ${imports.join(' ')} }`;
}

const PANEL_CONSTANT = `const PANEL = ${jsonText(PANEL_PATH)};\n`;

/** The badge's module. */
export function badgeModule(outcome: Outcome | undefined): string {
  return PANEL_CONSTANT + statusModule(badge, outcome);
}

/** The status module in a build, with the status at build time. */
export function builtStatus(outcome: Outcome | undefined): string {
  return statusModule(
    'export const status = INITIAL;\nexport const onStatus = () => () => undefined;\n',
    outcome,
  );
}

/** The module for live updates in a build, where catalogs never change. */
export const BUILT_LIVE = 'export const onUpdate = () => () => undefined;\n';

/** Defines `INITIAL`, from which both status modules take the first status. */
function statusModule(code: string, outcome: Outcome | undefined): string {
  return `const INITIAL = ${jsonText(statusOf(outcome))};\n${code}`;
}
