import { expect, test } from 'vitest';
import { keysIn, keysInAll } from './keys-in.js';

test.each([
  [
    'a pipe',
    '<h1>{{ "a.b" | translate }}</h1><p [title]="\'c d\' | translate: { n: 1 }"></p>',
    ['a.b', 'c d'],
  ],
  [
    'a choice',
    "<p>{{ (ok ? 'a' : 'b') | translate }}{{ (x === 'no' ? 'c' : 'd') | transloco }}</p>",
    ['a', 'b', 'c', 'd'],
  ],
  ['a binding', `<p [translate]="'a.b'" translate="no"></p>`, ['a.b']],
  [
    'what is put together',
    "<p>{{ ('a.' + x) | translate }}{{ x | translate }}{{ x + '.b' | translate }}</p>",
    ['a.*'],
  ],
  [
    'what a function gives',
    "<p>{{ label('a') | translate }}{{ this.f (x, 'b') | translate }}</p>",
    [],
  ],
  ['a variable', "@let text = 'a' | translate; @let other = x === 'no' ? 'b' : c;", ['a']],
  [
    'directives of Transloco',
    `<ng-container *transloco="let t; prefix: 'cart'"><h1 [title]="t('title')">{{ t('hello', { name: user().name }) }}</h1>
      @for (x of list; track x) { {{ t('list.' + x) }} {{ t(x ? 'yes' : 'no') | uppercase }} {{ start('not') }} }</ng-container>
      <p *transloco="let t; read: 'dash'">{{ t('title') }}</p><p *transloco="let tr">{{ tr('bare') }}</p>
      <ng-template transloco let-x translocoPrefix="slot"><b>{{ x('a') }}</b></ng-template>
      <div *transloco="let t; prefix: 'put.' + x; scope: 's'">{{ t('title') }}</div>
      <div *transloco="let t, prefix: nameOf('a', 1), lang: 'es'">{{ t('made') }}</div>
      <i transloco="attr.key"></i><i [transloco]="'bound'"></i>`,
    [
      '*.made',
      'attr.key',
      'bare',
      'bound',
      'cart.hello',
      'cart.list.*',
      'cart.no',
      'cart.title',
      'cart.yes',
      'dash.title',
      'put.*.title',
      'slot.a',
    ],
  ],
  ['another pipe', "<p>{{ 'a' | uppercase }}{{ 'b' | translateMe }}</p>", []],
])('of a template: %s', async (_, code, keys) => {
  expect(await keysIn('a.component.html', code)).toEqual(keys);
});

const DIRECTIVE =
  '<p class="x" translate>\n a.b\n</p><b translate>Text. More</b><i translate="no">c.d</i><u>e.f</u>';

test.each([
  ['ngx-translate', "import { TranslatePipe } from '@ngx-translate/core';", ['a.b']],
  ['Transloco', "import { provideTransloco } from '@jsverse/transloco';", ['a.b']],
  ['another library', "import { useI18n } from 'vue-i18n';", []],
  ['no library', '', []],
])('what is inside of an element with HTML’s attribute: %s', async (_, code, keys) => {
  expect(await keysInAll({ 'a.html': DIRECTIVE, 'a.ts': code })).toEqual(keys);
});

test('of a component', async () => {
  const code = `@Component({ selector: 'x', template: \`<h1>{{ 'in.line' | translate }}</h1>\` })
export class X {
  private ts = inject(TranslateService);
  constructor(private readonly translate: TranslateService, public transloco: TranslocoService) {
    this.translate.get('a').subscribe();
    this.translate.instant(['b', 'c'], { n: 1 });
    this.http.get('/no'); map.get('no');
  }
  f(x: 'd' | 'e') { this.transloco.selectTranslate('g'); return this.ts.instant(x) + this.ts.stream('f.' + x); }
}`;
  const keys = ['a', 'b', 'c', 'd', 'e', 'f.d', 'f.e', 'g', 'in.line'];
  expect(await keysIn('a.component.ts', code)).toEqual(keys);
});

test('of a template that is a text in quotes', async () => {
  const code =
    "@Component({ template: '<p [innerHTML]=\"\\'a.b\\' | translate\">it\\'s</p>' }) export class X {}";
  expect(await keysIn('a.component.ts', code)).toEqual(['a.b']);
});

test('a directive of Transloco in a component', async () => {
  const code = `import { translateSignal } from '@jsverse/transloco';
@Component({ template: \`<p *transloco="let t; prefix: 'cart'">{{ t('title') }}</p>\` })
export class X { label = translateSignal('signal'); f() { return find('not'); } }`;
  expect(await keysIn('a.component.ts', code)).toEqual(['cart.title', 'signal']);
});

test('what marks keys', async () => {
  const code =
    "import { _ } from '@ngx-translate/core';\nimport { marker as m } from '@biesbjerg/ngx-translate-extract-marker';\nimport { translate } from '@jsverse/transloco';\nexport const keys = [_('a'), m(['b', 'c']), translate('d')];";
  expect(await keysIn('a.ts', code)).toEqual(['a', 'b', 'c', 'd']);
});

test.each([
  ['a.html', "<!-- {{ 'no' | translate }} --><p>{{ 'a.b' | translate }}</p>"],
  [
    'a.ts',
    "/** @example\n * {{ 'no' | translate }} <b [translate]=\"'no'\"></b> */\n@Component({ template: `<p>{{ 'a.b' | translate }}</p>` }) // 'no' | transloco\nexport class X {}",
  ],
])('examples in comments are none: %s', async (file, code) => {
  expect(await keysIn(file, code)).toEqual(['a.b']);
});
