import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import uPlot from 'uplot';
import type { JSX } from 'preact';
import { REVIEW_STATUSES } from '../../../model/index.js';
import {
  AGES,
  charactersOf,
  coverageByFile,
  coverageByLocale,
  driftByAge,
  waitingOf,
} from './numbers.js';
import type { Coverage, Waiting } from './numbers.js';
import { Name } from './shown-text.js';
import { act, state } from './store.js';
import { languageName, STATE_WORDS } from './words.js';

/** Charts and numbers about the project. */
export function Overview(): JSX.Element {
  const { data } = state.value;
  return (
    <main class="overview">
      <Bars
        title="Coverage by language"
        rows={coverageByLocale(data)}
        nameOf={languageName}
        onPick={(locale) => pick({ locale })}
      />
      <Bars
        title="Coverage by file"
        rows={coverageByFile(data).slice(0, 200)}
        onPick={(file) => pick({ file })}
      />
      <Waits />
      <Drift />
      <Runs />
    </main>
  );
}

function pick(filter: { readonly locale?: string; readonly file?: string }): void {
  act({ do: 'filter', filter: { locale: '', file: '', query: '', status: 'open', ...filter } });
  act({ do: 'view', view: 'texts' });
}

interface BarsProps {
  readonly title: string;
  readonly rows: readonly Coverage[];
  readonly onPick: (name: string) => void;
  readonly nameOf?: (name: string) => string;
}

function Bars({ title, rows, onPick, nameOf = (name) => name }: BarsProps): JSX.Element {
  return (
    <section>
      <h2>{title}</h2>
      <Legend names={COVERAGE} />
      <ul class="bars">
        {rows.map((one) => (
          <li key={one.name}>
            <button type="button" class="link" onClick={() => onPick(one.name)}>
              <Name text={nameOf(one.name)} />
            </button>
            <span class="bar" role="img" aria-label={countsText(one)} title={countsText(one)}>
              {REVIEW_STATUSES.map((status) => (
                <span key={status} class={status} style={{ flexGrow: one.counts[status] }} />
              ))}
            </span>
            <span>{Math.floor(one.share * 100)} %</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Legend: a class of the style sheet, and its name. */
type Names = readonly (readonly [color: string, name: string])[];

const COVERAGE: Names = REVIEW_STATUSES.map((status) => [status, STATE_WORDS[status]] as const);

function Legend({ names }: { readonly names: Names }): JSX.Element {
  return (
    <p class="legend">
      {names.map(([color, name]) => (
        <span key={color}>
          <span class={`dot ${color}`} aria-hidden="true" /> {name}
        </span>
      ))}
    </p>
  );
}

function countsText({ counts, units }: Coverage): string {
  const said = REVIEW_STATUSES.filter((status) => counts[status] > 0);
  return `${units} texts: ${said.map((status) => `${counts[status]} ${STATE_WORDS[status].toLowerCase()}`).join(', ')}`;
}

/** Whom texts wait for, with the color of the related state, if any. */
const WAITERS = [
  ['person', 'review', 'a person'],
  ['sync', 'missing', 'a translation'],
  ['reader', 'unread', 'a first review'],
] as const;

function Waits(): JSX.Element {
  const all = waitingOf(state.value.data);
  const most = Math.max(1, ...all.map(({ person, sync, reader }) => person + sync + reader));
  return (
    <section>
      <h2>What is waiting for whom</h2>
      <Legend names={WAITERS.map(([, color, name]) => [color, name] as const)} />
      <ul class="bars">
        {all.map((one) => (
          <li key={one.locale}>
            <span>{languageName(one.locale)}</span>
            <span class="bar" role="img" aria-label={waitText(one)} title={waitText(one)}>
              {WAITERS.map(([who, color]) => (
                <span key={who} class={color} style={{ flexGrow: one[who] }} />
              ))}
              <span class="rest" style={{ flexGrow: most - one.person - one.sync - one.reader }} />
            </span>
            <span>
              {WAITERS.filter(([who]) => one[who] > 0).map(([who, color]) => (
                <span key={who} class="waits">
                  <span class={`dot ${color}`} aria-hidden="true" /> {one[who]}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function waitText(one: Waiting): string {
  return WAITERS.map(([who, , name]) => `${one[who]} for ${name}`).join(', ');
}

function Drift(): JSX.Element {
  const { known, unknown } = driftByAge(state.value.data, Date.now());
  const most = Math.max(1, unknown, ...known);
  const rows = [
    ...AGES.map(({ name }, at) => [name, known[at] ?? 0] as const),
    ['age unknown', unknown] as const,
  ];
  return (
    <section>
      <h2>Outdated texts by time since their source changed</h2>
      <ul class="bars">
        {rows.map(([name, count]) => (
          <li key={name}>
            <span>{name}</span>
            <span class="bar">
              <span class="stale" style={{ flexGrow: count }} />
              <span class="rest" style={{ flexGrow: most - count }} />
            </span>
            <span>{count}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Runs(): JSX.Element {
  const { runs } = state.value;
  const price = useSignal(0);
  const total = runs.reduce((sum, { characters }) => sum + characters, 0);
  return (
    <section>
      <h2>Characters and cost of runs</h2>
      {runs.length === 0 ? (
        <p>No run in this checkout has sent anything yet.</p>
      ) : (
        <RunPlot key={runs.length} />
      )}
      <p>
        {runs.length} {runs.length === 1 ? 'run' : 'runs'}, {total.toLocaleString('en')} characters.{' '}
        <label>
          Price per million characters{' '}
          <input
            type="number"
            min="0"
            step="any"
            onInput={({ currentTarget }) => (price.value = Number(currentTarget.value))}
          />
        </label>{' '}
        {price.value > 0 ? (
          <strong>{((total * price.value) / 1_000_000).toFixed(2)} in all</strong>
        ) : null}
      </p>
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Command</th>
              <th scope="col">Requests</th>
              <th scope="col">Characters</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {[...runs]
              .reverse()
              .slice(0, 100)
              .map(({ time, command, requests, characters }, at) => (
                <tr key={at}>
                  <th scope="row">{time.slice(0, 16).replace('T', ' ')}</th>
                  <td>{command}</td>
                  <td>{requests}</td>
                  <td>{characters}</td>
                  <td>
                    {price.value > 0 ? ((characters * price.value) / 1_000_000).toFixed(4) : ''}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function RunPlot(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const own = box.current;
    if (own === null) return undefined;
    const { color } = getComputedStyle(own);
    const axis = { stroke: color, grid: { stroke: '#8884' } };
    // The constants for sides exist only as types.
    const right: object = { scale: 'sum', side: 1, size: 70, grid: { show: false } };
    const onTheRight: uPlot.Axis = { ...axis, ...right };
    const { runs } = state.value;
    // Runs are evenly spaced, however close in time they are.
    const day = (at: number): string => runs[at - 1]?.time.slice(0, 10) ?? '';
    const days: uPlot.Axis = {
      ...axis,
      grid: { show: false },
      incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
      space: 90,
      values: (_, splits) => splits.map(day),
    };
    const fromZero: uPlot.Scale = { range: (_, __, most) => [0, most * 1.05] };
    const plot = new uPlot(
      {
        width: Math.max(240, own.clientWidth),
        height: 220,
        legend: { live: false },
        cursor: { show: false },
        scales: {
          x: { time: false, range: (_, first, last) => [first - 0.7, last + 0.7] },
          y: fromZero,
          sum: fromZero,
        },
        series: [
          {},
          {
            label: 'Characters of a run',
            stroke: '#2a78d6',
            fill: '#2a78d633',
            ...(bars === undefined ? {} : { paths: bars }),
            points: { show: false },
          },
          { label: 'In all', stroke: '#b3541e', scale: 'sum' },
        ],
        axes: [days, { ...axis, size: 70 }, onTheRight],
      },
      charactersOf(runs) as unknown as uPlot.AlignedData,
      own,
    );
    return () => plot.destroy();
  }, []);
  return (
    <div
      class="plot"
      ref={box}
      role="img"
      aria-label="Characters per run and in total; the table below has the numbers"
    />
  );
}

const bars = uPlot.paths.bars?.({ size: [0.6, 40] });
