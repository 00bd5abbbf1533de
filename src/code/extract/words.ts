import { join } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { readRegularText } from '../../disk/index.js';
import { defined, oneLine } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import { readable } from './error.js';
import { builtAmong, ignoredByGit, isMinified, isTest } from './left-out.js';
import { listCode } from './list-code.js';
import { foldersFor, manifestIn } from './packages.js';
import type { Manifest } from './packages.js';
import { placesIn } from './reading/ends.js';
import { shownIn } from './reading/shown.js';
import type { ShownSettings, ShownText, TextPart } from './reading/shown.js';
import { CodeError, loadParser } from './reading/syntax.js';
import type { ExtractSettings } from './settings.js';

/** A text in a template that people see and that no function looks up. */
export interface HardCodedText {
  /** Relative to the root. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** On one line; values and elements as `{name}` and `<b>`. */
  readonly text: string;
  /** The attribute that shows it. */
  readonly attribute?: string;
}

/** The same, with its place in the code. */
export interface FoundText extends HardCodedText {
  readonly shown: ShownText;
}

/** A file with such texts. */
export interface FileTexts {
  readonly file: string;
  readonly code: string;
  readonly texts: readonly FoundText[];
}

/** Part of a file, as an editor shows it. */
export interface TextsIn {
  readonly file: string;
  readonly text: string;
  /** UTF-16 offsets. */
  readonly from: number;
  readonly to: number;
}

const TEMPLATES = /\.(?:[cm]?jsx?|tsx|vue|svelte|astro|html?)$/i;
/** Those whose texts can be moved into a catalog; in the others they are only named. */
export const MOVED_FROM = /\.(?:[cm]?jsx?|tsx|vue|svelte|astro)$/;
/** Code that shows components to developers. */
const DEMO =
  /(?:^|[./-])(?:stories|story|fixture|mock|e2e)\.\w+$|(?:^|\/)(?:__\w+__|e2e|cypress|stories|storybook|fixtures?)\//i;

/**
 * The texts in templates that people see and that no function looks up.
 * @throws ExtractError 'unreadable'
 */
export async function findTexts(
  config: ResolvedConfig,
  parts: readonly ExtractSettings[],
  only?: TextsIn,
): Promise<{ readonly files: readonly FileTexts[]; readonly problems: readonly Problem[] }> {
  const known = new Set<string>();
  const files: FileTexts[] = [];
  const problems: Problem[] = [];
  const { root } = config;
  await loadParser();
  for (const { code: globs, catalog, components, words } of parts) {
    const { files: all } = await listCode(root, globs);
    const listed = only === undefined ? all : all.filter((file) => file === only.file);
    const named = listed.filter(
      (file) => TEMPLATES.test(file) && !isTest(file) && !DEMO.test(file),
    );
    const left = new Set([
      ...builtAmong(named, globs),
      ...(await ignoredByGit(root, named, globs)),
    ]);
    const settings = { attributes: words.attributes, components };
    const manifests = foldersFor(root, catalog).map(manifestIn);
    const isAllowed = allowed(words.allow, config.custom?.keep, manifests);
    for (const file of named) {
      if (left.has(file) || known.has(file)) continue;
      known.add(file);
      const code = only?.text ?? readable(file, () => readRegularText(join(root, file)));
      if (isMinified(code)) continue;
      try {
        const texts = textsIn(file, code, settings).filter((one) => {
          const { from, to } = one.shown;
          const isMeant = only === undefined || (from <= only.to && to >= only.from);
          return isMeant && !isAllowed(one);
        });
        if (texts.length > 0) files.push({ file, code, texts });
      } catch (error) {
        if (!(error instanceof CodeError)) throw error;
        const { line, column } = error;
        const message = `The code cannot be parsed: ${error.message}. Its texts were not looked at.`;
        problems.push({
          code: 'unreadable-code',
          severity: 'warning',
          file,
          line,
          column,
          message,
        });
      }
    }
  }
  return { files, problems };
}

/** The shown texts of one file, in its order. @throws CodeError */
export function textsIn(file: string, code: string, settings: ShownSettings): readonly FoundText[] {
  const found = shownIn(file, code, settings).filter(
    ({ parts, attribute }) => isWords(parts) && !isName(parts, attribute),
  );
  const startOf = placesIn(code);
  return found
    .map((shown) => {
      const { line, column } = startOf(shown.at);
      const text = spelled(shown.parts).replace(/\s+/g, ' ').trim();
      const place = { file, line, column: column + 1 };
      return { ...place, text, ...defined({ attribute: shown.attribute }), shown };
    })
    .sort((a, b) => a.shown.at - b.shown.at);
}

/** Attributes that often name a value or a property instead: `label="name"`. */
const TECHNICAL = /^(?:label|placeholder|value)$/;

/**
 * Whether a text is a key, a name in code, or an example of a name or number: `actions.{tab}`,
 * `status-card`, `MY-COMPUTER`, `628123456789`.
 */
function isName(parts: readonly TextPart[], attribute: string | undefined): boolean {
  const [text, ...more] = parts;
  const whole = parts.map((one) => (typeof one === 'string' ? one : 'x')).join('');
  if (more.length > 0 && /^[\p{Ll}_]\w*(?:\.\w+)+$/u.test(whole)) return true;
  if (more.length > 0 || typeof text !== 'string') return false;
  if (attribute === 'placeholder' && /\d{5}|^[\p{Lu}\d_-]+$/u.test(text)) return true;
  if (!/^[\p{Ll}\d_-]+$/u.test(text.trim())) return false;
  const joints = text.trim().match(/[\p{Ll}\d][-_](?=[\p{Ll}\d])/gu)?.length ?? 0;
  return joints > 1 || (attribute !== undefined && (joints > 0 || TECHNICAL.test(attribute)));
}

/** A text as people are told of it. */
export function withoutPlace({ file, line, column, text, attribute }: FoundText): HardCodedText {
  return { file, line, column, text, ...defined({ attribute }) };
}

/** A finding for each text. */
export function textProblem({ file, line, column, text, attribute }: HardCodedText): Problem {
  const place = attribute === undefined ? '' : ` (${attribute})`;
  const message = `"${oneLine(text, 80)}"${place} is shown, but no function translates it.`;
  return { code: 'hard-coded-text', severity: 'warning', file, line, column, message };
}

function spelled(parts: readonly TextPart[]): string {
  return parts
    .map((one) => {
      if (typeof one === 'string') return one;
      if (one === null) return '{…}';
      return 'tag' in one ? `<${one.tag}>${spelled(one.inner)}</${one.tag}>` : `{${one.name}}`;
    })
    .join('');
}

/** Code and commands. */
const CODE =
  /=>|\(\)|[;{}]\s*$|^\s*[.#]?[\w-]+\s*\{|<\/|&&|\|\||::|^\w+\([^)]*\)$|^(?:npm|npx|yarn|pnpm|git|docker|sudo|curl|cd) /;
/** Signs of units, and short names that are the same in every language. */
const SIGNS = new Set(
  'px em rem vh vw pt dpi kb mb gb tb kib mib gib kbps mbps bps ms sec min hr hz khz mhz ghz kg mg mm cm km ft fps bpm mph kmh am pm utc gmt id ok vs ip url uri api html css js ts json xml yaml csv pdf svg png jpg gif https ssh ssl tls dns uuid sql php lorem ipsum esc ctrl alt cmd shift smtp imap ldap oauth oidc saml totp md5 sha rss faq www ipv4 ipv6 null undefined hex rgb rgba hsl lat lng max avg'.split(
    ' ',
  ),
);
/** Names of products and services that many apps show. */
const NAMES = new Set(
  'google facebook twitter instagram whatsapp telegram discord slack github gitlab bitbucket gitea youtube vimeo twitch reddit mastodon bluesky linkedin pinterest tiktok spotify netflix paypal stripe docker kubernetes linux windows macos ios android apple microsoft chrome chromium firefox safari edge opera brave debian ubuntu fedora python javascript typescript java kotlin swift rust ruby react vue angular svelte astro node npm markdown latex postgresql mysql mariadb sqlite redis mongodb nginx apache cloudflare amazon aws azure openai anthropic gemini claude chatgpt ollama mistral deepseek grok matrix signal notion dropbox wordpress drupal weblate crowdin transifex patreon ko-fi kofi opencollective liberapay bitcoin ethereum monero gravatar unsplash giphy tenor imgur steam xbox playstation nintendo jira trello asana figma zoom skype teams outlook gmail zapier umami plausible matomo linear kafka oracle mermaid mailgun sendgrid postmark sentry grafana prometheus elasticsearch kibana raspberry synology proxmox plex jellyfin emby sonarr radarr'.split(
    ' ',
  ),
);

/** Whether texts contain a word of a language, not only names, units and code. Pure. */
export function isWords(parts: readonly TextPart[]): boolean {
  const text = parts
    .map((one) => (typeof one === 'string' ? one : ' '))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  const inner = parts.flatMap((one) =>
    one !== null && typeof one === 'object' && 'tag' in one ? one.inner : [],
  );
  const isLetters = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u.test(
    text,
  );
  if (isLetters) return !isAutonym(text);
  if (text === '' || CODE.test(text)) return inner.length > 0 && isWords(inner);
  const words = text.split(' ').filter(isWord);
  if (words.length === 0) return inner.length > 0 && isWords(inner);
  return !isAutonym(text);
}

function isWord(written: string): boolean {
  const word = written.replace(/^[^\p{L}\p{N}@#/$.~_]+|[^\p{L}\p{N}/@_]+$/gu, '');
  if (!/^\p{L}[\p{L}\p{M}'’‑-]+$/u.test(word)) return false;
  const lower = word.toLowerCase();
  if (SIGNS.has(lower) || NAMES.has(lower)) return false;
  // `xxx-xxx`, `yyyy-mm-dd`, `a-z`
  if (lower.split('-').every((part) => /^(.)\1*$/u.test(part))) return false;
  // `GitHub`, `iOS`, `VPNs`, `README`, `CC-BY`
  return !/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word) && !/^[\p{Lu}-]{2,6}$/u.test(word);
}

let autonyms: ReadonlySet<string> | undefined;

/** Whether a text is the name that a language gives itself, as in a list of languages. */
function isAutonym(text: string): boolean {
  autonyms ??= new Set(
    'ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka kk km ko lt lv mk ml mn mr ms my nb nl nn no pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-Hans zh-Hant zh-CN zh-TW pt-BR pt-PT en-US en-GB es-ES es-MX fr-CA fr-FR de-DE it-IT'
      .split(' ')
      .flatMap((tag) => {
        const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? '';
        return [name, name.replace(/\s*\(.*\)$/, '')].map((one) => one.toLowerCase());
      }),
  );
  const name = text.toLowerCase();
  return autonyms.has(name) || autonyms.has(name.replace(/\s*[(（].*[)）]$/, ''));
}

/** Whether the config, or the name of the project, says that a text stays as it is. */
function allowed(
  texts: readonly string[],
  keep: RegExp | undefined,
  manifests: readonly (Manifest | undefined)[],
): (text: FoundText) => boolean {
  const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const heads = new Set(
    manifests.flatMap((manifest) => {
      const own = manifest?.['name'];
      const names = typeof own === 'string' ? own.replace(/^@[^/]*\//, '').split(/[-_.]/) : [];
      // `paperless-ngx` and `paperless` of `paperless-ngx-ui`
      return names.map((_, at) => letters(names.slice(0, at + 1).join('')));
    }),
  );
  const patterns = texts.map((one) => {
    const source = one.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
    return new RegExp(`^${source}$`, 'iu');
  });
  const without = (one: TextPart): TextPart =>
    typeof one === 'string' ? one.replace(keep ?? /$^/, ' ') : one;
  return ({ text, shown }) =>
    heads.has(letters(text)) ||
    (keep !== undefined && !isWords(shown.parts.map(without))) ||
    patterns.some((one) => one.test(text));
}
