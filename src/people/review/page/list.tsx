import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { hasOpenFindings } from './filter.js';
import { rowAt } from './row.js';
import { lineOf } from './shown-text.js';
import { act, listed, selected, state } from './store.js';
import { ROW_HEIGHT, topToShow, windowOf } from './window-rows.js';

// Our own virtual list: all rows have the same height, so positions are a division. Libraries
// measure rows, which is more code and slower.

/** All units that match the filter; only those near the viewport are rendered. */
export function List(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(800);
  const rows = listed.value;
  const { filter } = state.value;
  const row = selected.value?.row ?? -1;
  const at = rows.indexOf(row);
  useLayoutEffect(() => {
    const own = box.current;
    if (own === null) return undefined;
    const observer = new ResizeObserver(() => (height.value = own.clientHeight));
    observer.observe(own);
    height.value = own.clientHeight;
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const own = box.current;
    if (own === null || at < 0) return;
    own.scrollTop = topToShow(at, own.scrollTop, own.clientHeight);
    top.value = own.scrollTop;
    // Not when an answer changes the list: the person may be scrolling.
  }, [row, filter]);
  const { first, end } = windowOf(top.value, height.value, rows.length);
  return (
    <div
      class="list"
      ref={box}
      role="listbox"
      aria-label="Texts"
      tabIndex={0}
      aria-activedescendant={at >= first && at < end ? `row-${row}` : undefined}
      onScroll={({ currentTarget }) => (top.value = currentTarget.scrollTop)}
    >
      <div class="space" role="presentation" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
        {rows.slice(first, end).map((one, index) => (
          <Option
            key={one}
            row={one}
            at={first + index}
            of={rows.length}
            isSelected={one === row}
          />
        ))}
      </div>
      {rows.length === 0 ? <p class="none">No text matches. Change the filter.</p> : null}
    </div>
  );
}

interface OptionProps {
  readonly row: number;
  readonly at: number;
  readonly of: number;
  readonly isSelected: boolean;
}

function Option({ row, at, of, isSelected }: OptionProps): JSX.Element | null {
  const { data } = state.value;
  const one = rowAt(data, row);
  if (one === undefined) return null;
  const { key, source, target, status, locale } = one;
  return (
    <div
      id={`row-${row}`}
      role="option"
      aria-selected={isSelected}
      aria-setsize={of}
      aria-posinset={at + 1}
      class="row"
      style={{ top: `${at * ROW_HEIGHT}px` }}
      onClick={() => act({ do: 'select', row })}
    >
      <span class="key">
        <span class={`dot ${status}`} aria-hidden="true" />
        <span class="name">{lineOf(key.join('.'))}</span>
        <span class="tag">{locale}</span>
        <span class="tag">{status}</span>
        {hasOpenFindings(data, row) ? <span class="tag found">finding</span> : null}
      </span>
      <span class="line" dir="auto" lang={target === '' ? data.source : locale}>
        {lineOf(target === '' ? source : target)}
      </span>
    </div>
  );
}
