import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const FIXTURES = join(ROOT, 'test/extract/fixtures');

/** Writes code for both tools into a folder. */
export const PROJECTS: Readonly<Record<string, (folder: string) => void>> = {
  'every form': (folder) =>
    cpSync(join(FIXTURES, 'shop/src'), join(folder, 'src'), { recursive: true }),
  '200 files': (folder) => writeComponents(folder, 8),
  '1,600 files': (folder) => writeComponents(folder, 64),
};

/** Writes 15 components, and 10 files without a key, into each of `count` folders. */
function writeComponents(root: string, folders: number): void {
  for (let at = 0; at < folders; at += 1) {
    const folder = join(root, `src/part${at}`);
    mkdirSync(folder, { recursive: true });
    for (let one = 0; one < 15; one += 1) {
      writeFileSync(join(folder, `Card${one}.tsx`), component(`card${at}x${one}`, `part${at % 5}`));
    }
    for (let one = 0; one < 10; one += 1) {
      writeFileSync(join(folder, `util${one}.ts`), functions(one));
    }
  }
}

function component(name: string, namespace: string): string {
  const buttons = Array.from({ length: 8 }, (_, at) => {
    return `      <button className="btn btn-primary" onClick={() => choose(t('${name}.message${at}', 'Message ${at} of {{total}}', { total }))} aria-label={t('${name}.label${at}')} disabled={!open}>
        <span>{t('${name}.count${at}', { count: total })}</span>
      </button>\n`;
  });
  return `import { useMemo, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';

const STATES = ['open', 'closed', 'done'] as const;

export function Card({ items, choose }: { items: readonly string[]; choose: (text: string) => void }) {
  const { t } = useTranslation('${namespace}');
  const [open, setOpen] = useState(false);
  const total = useMemo(() => items.reduce((sum, one) => sum + one.length, 0), [items]);
  return (
    <div className="flex items-center justify-between" onClick={() => setOpen((before) => !before)}>
${buttons.join('')}      <Trans i18nKey="${name}.more" t={t}>Read <a href="/x">more</a> about it</Trans>
      {STATES.map((one) => <b key={one}>{t(\`${name}.states.\${one}\`)}</b>)}
    </div>
  );
}
`;
}

function functions(seed: number): string {
  const lines = Array.from(
    { length: 60 },
    (_, at) => `  if (a > ${at}) return \`\${b}-${at + seed}\`;`,
  );
  return `export function util(a: number, b: string): string {\n${lines.join('\n')}\n  return b;\n}\n`;
}

/** `namespace:key` of all keys in a folder's catalogs. */
export function keysBelow(folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of readdirSync(folder)) {
    const catalog = JSON.parse(readFileSync(join(folder, file), 'utf8')) as object;
    const namespace = relative(folder, join(folder, file)).replace(/\.json$/, '');
    for (const key of flat(catalog)) found.add(`${namespace}:${key}`);
  }
  return found;
}

function flat(group: object, before = ''): readonly string[] {
  return Object.entries(group).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flat(value, `${before}${name}.`)
      : [`${before}${name}`],
  );
}
