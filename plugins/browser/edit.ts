import { marksIn } from '../../src/model/index.js';
import type { MarkedUnit } from '../../src/model/index.js';

// In pages of Vite's dev server while texts are edited in them: a click on a text opens its unit on
// the review page, in a frame beside the app. The plugin defines the panel's path before this code.

declare const PANEL: string;

const STYLE = `:host { all: initial; font: 13px/1.4 system-ui, sans-serif }
p, dialog { position: fixed; z-index: 2147483001 }
p { inset: auto auto 48px 12px; margin: 0; padding: 6px 12px; border-radius: 12px;
  background: #222; color: #fff; white-space: nowrap }
button { font: inherit; cursor: pointer }
dialog { inset: 0 0 0 auto; width: min(440px, 100vw); max-width: none; height: 100%; max-height: none;
  margin: 0; padding: 0; border: 0; flex-direction: column; background: #222; box-shadow: 0 0 24px #0006 }
dialog[open] { display: flex }
dialog::backdrop { background: none }
dialog button { align-self: end; margin: 4px }
iframe { flex: 1; border: 0; background: #fff }
i { pointer-events: none; outline: 2px solid #6af; border-radius: 2px;
  inset: auto; margin: 0; padding: 0; border: 0; background: none }`;

/** Attributes that people read. */
const ATTRIBUTES = ['placeholder', 'title', 'aria-label', 'alt', 'value'];
/** What is inside belongs to it: a text around it is not meant by a click on it. */
const OWN = 'a, button, input, select, textarea';

const host = document.createElement('locale-sync-edit');
// Above an open dialog of the app.
const outline = document.createElement('i');
outline.popover = 'manual';
const frame = document.createElement('iframe');
frame.title = 'Translations of the text';
const panel = document.createElement('dialog');
panel.append(
  button('Close', () => panel.close()),
  frame,
);
const bar = document.createElement('p');
bar.append(
  'Click a text to edit it; with Alt, a click goes to the app. ',
  button('Done', () => import.meta.hot?.send('locale-sync:edit', false)),
);
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
const root = host.attachShadow({ mode: 'open' });
root.adoptedStyleSheets = [sheet];
root.append(outline, bar, panel);

function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.textContent = label;
  made.addEventListener('click', onClick);
  return made;
}

interface Found {
  readonly unit: MarkedUnit;
  readonly element: Element;
}

/** The unit that is shown where the pointer is: the text under it, or the nearest around. */
function unitUnder(event: MouseEvent): Found | undefined {
  const path = event.composedPath();
  const [target] = path;
  if (!(target instanceof Element) || path.includes(host)) return undefined;
  const caret = document.caretPositionFromPoint(event.clientX, event.clientY);
  const node = caret?.offsetNode;
  if (caret && node instanceof Text && node.parentElement === target) {
    const marks = marksIn(node.data);
    const mark = marks.find(({ end }) => end > caret.offset) ?? marks.at(-1);
    if (mark !== undefined) return { unit: mark.unit, element: target };
  }
  for (const element of path) {
    if (!(element instanceof Element)) continue;
    const texts = [...element.childNodes].map((one) => (one instanceof Text ? one.data : ''));
    const attributes = ATTRIBUTES.map((name) => element.getAttribute(name) ?? '');
    const [mark] = marksIn([...texts, ...attributes].join(''));
    if (mark !== undefined) return { unit: mark.unit, element };
    if (element.matches(OWN)) break;
  }
  return undefined;
}

function show(unit: MarkedUnit): void {
  const base = import.meta.env.BASE_URL.replace(/\/$/, '');
  const page = new URL(`${base}${PANEL}/`, import.meta.url).href;
  // While the app shows a modal dialog, only another one can be seen and clicked.
  panel.close();
  if (document.querySelector(':modal') === null) panel.show();
  else panel.showModal();
  frame.focus();
  // The same page with another fragment is not loaded again.
  frame.contentWindow?.location.replace(`${page}#unit=${encodeURIComponent(JSON.stringify(unit))}`);
}

let outlined: Element | undefined;

addEventListener('pointermove', (event) => {
  const element = event.altKey ? undefined : unitUnder(event)?.element;
  if (element === outlined) return;
  outlined = element;
  outline.hidePopover();
  if (element === undefined) return;
  const { top, left, width, height } = element.getBoundingClientRect();
  Object.assign(outline.style, {
    ...{ top: `${top}px`, left: `${left}px`, width: `${width}px`, height: `${height}px` },
  });
  outline.showPopover();
});
for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const) {
  const take = (event: MouseEvent): void => {
    // A key that clicks has no place.
    const isForApp = event.altKey || (type === 'click' && event.detail === 0);
    const found = isForApp ? undefined : unitUnder(event);
    if (found === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (type === 'click') show(found.unit);
  };
  addEventListener(type, take, { capture: true });
  // For the app, a click in the panel is no click beside its menu or dialog,
  host.addEventListener(type, (event) => event.stopPropagation());
}
// and the focus in it is not one that the app has lost.
for (const type of ['focusin', 'focusout'] as const) {
  const hide = (event: FocusEvent): void => {
    if (event.target === host || event.relatedTarget === host) event.stopImmediatePropagation();
  };
  addEventListener(type, hide, { capture: true });
}
document.documentElement.append(host);
