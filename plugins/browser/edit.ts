import { marksIn } from '../../src/model/index.js';
import type { MarkedUnit } from '../../src/model/index.js';

// In pages of Vite's dev server while texts are edited in them: a click on a text opens its unit on
// the review page, in a frame beside the app. The plugin defines the panel's path before this code.

declare const PANEL: string;

const STYLE = `:host { all: initial; font: 13px/1.4 system-ui, sans-serif }
p, aside, i { position: fixed; z-index: 2147483001 }
p { inset: auto auto 48px 12px; margin: 0; padding: 6px 12px; border-radius: 12px;
  background: #222; color: #fff; white-space: nowrap }
button { font: inherit; cursor: pointer }
aside { inset: 0 0 0 auto; width: min(440px, 100vw); display: flex; flex-direction: column;
  background: #222; box-shadow: 0 0 24px #0006 }
aside[hidden] { display: none }
aside button { align-self: end; margin: 4px }
iframe { flex: 1; border: 0; background: #fff }
i { pointer-events: none; outline: 2px solid #6af; border-radius: 2px }`;

/** Attributes that people read. */
const ATTRIBUTES = ['placeholder', 'title', 'aria-label', 'alt', 'value'];
/** What is inside belongs to it: a text around it is not meant by a click on it. */
const OWN = 'a, button, input, select, textarea';

const host = document.createElement('locale-sync-edit');
const outline = document.createElement('i');
const frame = document.createElement('iframe');
frame.title = 'Translations of the text';
const panel = document.createElement('aside');
panel.hidden = true;
panel.append(
  button('Close', () => (panel.hidden = true)),
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
  panel.hidden = false;
  // The same page with another fragment is not loaded again.
  frame.contentWindow?.location.replace(`${page}#unit=${encodeURIComponent(JSON.stringify(unit))}`);
}

addEventListener('pointermove', (event) => {
  const box = event.altKey ? undefined : unitUnder(event)?.element.getBoundingClientRect();
  const { top = 0, left = 0, width = 0, height = 0 } = box ?? {};
  outline.hidden = box === undefined;
  Object.assign(outline.style, {
    ...{ top: `${top}px`, left: `${left}px`, width: `${width}px`, height: `${height}px` },
  });
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
}
document.documentElement.append(host);
