import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { calendarFile } from '../../lib/calendar/calendar-file.ts';
import { systemClock } from '../../lib/clock.ts';
import type { StakingPosition } from '../../lib/staking/choose-tier.ts';
import { isMatured } from '../../lib/staking/live-positions.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { claimRoiAction, turboChargeAction, withdrawCapitalAction } from '../../stores/staking-actions.ts';
import { ROWS_A_PAGE } from '../../stores/staking-lists.ts';
import { $currentStaking, refreshStaking } from '../../stores/staking.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { formatDate } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { downloadFile } from '../list/download-file.ts';
import { Pager } from '../list/Pager.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { EmptyState, FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection } from '../state/use-server-state.ts';
import { ChargeList, WithdrawnList } from './StakingLists.tsx';
import { claimPart } from './claim-part.ts';
import { type PositionFlows, PositionRow } from './PositionRow.tsx';
import { useLiveStaking } from './use-live-staking.ts';

const withdrawPart = definePart(() => import('./WithdrawDialog.tsx'));
const turboPart = definePart(() => import('./TurboDialog.tsx'));

type View = 'current' | 'withdrawn' | 'charges';

interface PositionsProps {
  /** Above the form for a new stake, where they are once there are any; below it until then. */
  place: 'first' | 'last';
}

/** Current positions, withdrawn positions and turbo charges. Two islands, of which one draws them, so that order and focus agree. */
export const Positions = island(function Positions({ place }: PositionsProps) {
  const { state } = useLiveStaking();
  const isKnown = state.kind !== 'loading';
  const isNone = state.kind === 'failed' || (state.kind === 'ready' && state.data.positions.length === 0);
  const hasList = isKnown && (place === 'first') !== isNone;
  // The receipt of the last one's withdrawal outlives the list.
  const [hadList, setHadList] = useState(hasList);
  if (hasList && !hadList) setHadList(true);
  // A newcomer's overview goes once it is known that there is nothing to show.
  const isSettled = useSection($currentStaking).kind !== 'loading' && isKnown;
  const isPlaced = useNextFrame(isSettled);
  return (
    <>
      {hadList && <PositionTabs hasList={hasList} />}
      {!isPlaced && (
        <p className={isSettled ? 'positions-waiting positions-known' : 'positions-waiting'} aria-busy={!isSettled}>
          <Skeleton width={16} />
        </p>
      )}
    </>
  );
});

/** True a frame later: what moves in the frame in which it appears counts as shifted, even if it was hidden until then. */
function useNextFrame(isTrue: boolean): boolean {
  const [isSo, setSo] = useState(false);
  useEffect(() => {
    const frame = isTrue ? requestAnimationFrame(() => setSo(true)) : 0;
    return () => cancelAnimationFrame(frame);
  }, [isTrue]);
  return isSo;
}

/** `hasList` is false where only the dialogs are left of the last one. */
function PositionTabs({ hasList }: { hasList: boolean }) {
  const { positions } = useTexts('staking');
  const [view, setView] = useState<View>('current');
  const claim = useFlowPart(claimPart, claimRoiAction);
  const withdraw = useFlowPart(withdrawPart, withdrawCapitalAction);
  const turbo = useFlowPart(turboPart, turboChargeAction);
  const tabs = (['current', 'withdrawn', 'charges'] as const).map((name) => ({ name, label: positions[name] }));
  return (
    <>
      {hasList && (
        <Section id="positions" title={positions.title} note={positions.note}>
          <Tabs id="positions-tab" label={positions.views} tabs={tabs} chosen={view} choose={setView}>
            {view === 'current' && <Current flows={{ claim, withdraw, turbo }} />}
            {view === 'withdrawn' && <WithdrawnList />}
            {view === 'charges' && <ChargeList />}
          </Tabs>
        </Section>
      )}
      {withdraw.flow && <withdraw.flow.WithdrawDialog />}
      {turbo.flow && <turbo.flow.TurboDialog />}
    </>
  );
}

function Current({ flows }: { flows: PositionFlows }) {
  const { positions } = useTexts('staking');
  const { state, atMs } = useLiveStaking();
  const [page, setPage] = useState(1);
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} retry={refreshStaking} />;
  if (state.kind === 'loading') return <Skeleton width={16} />;
  const { positions: held, isWhole } = state.data;
  if (held.length === 0) {
    return <EmptyState title={positions.emptyTitle} text={positions.emptyText} act={{ text: positions.stake, href: '#new-stake' }} />;
  }
  // What earns nothing any more comes first.
  const matured = held.filter(({ position }) => isMatured(position, atMs));
  const ordered = [...matured, ...held.filter((live) => !matured.includes(live))];
  const totalPages = Math.ceil(held.length / ROWS_A_PAGE);
  const shown = Math.min(page, totalPages);
  return (
    <>
      <table className="table mid">
        <TableHead
          columns={[
            { name: positions.position },
            { name: positions.rate, kind: 'figure' },
            { name: positions.earned, kind: 'figure' },
            { name: positions.term, kind: 'bar' },
            { name: positions.actions, kind: 'actions' },
          ]}
        />
        <tbody>
          {ordered.slice((shown - 1) * ROWS_A_PAGE, shown * ROWS_A_PAGE).map((live) => (
            <PositionRow key={live.position.id} live={live} atMs={atMs} flows={flows} isDue={matured.length === 1 && live === matured[0]} />
          ))}
        </tbody>
      </table>
      {!isWhole && <p className="note">{interpolate(positions.more, { count: held.length })}</p>}
      <Pager page={shown} totalPages={totalPages} turn={setPage} />
      <MaturityCalendar positions={held.map(({ position }) => position)} />
    </>
  );
}

interface Tab<Name extends string> {
  name: Name;
  label: string;
  count?: string | undefined;
}

interface TabsProps<Name extends string> {
  id: string;
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  choose: (name: Name) => void;
  /** The selected tab's content. */
  children: ReactNode;
}

/** Tabs as in the ARIA pattern: one tab stop, arrow keys move between tabs. */
function Tabs<Name extends string>({ id, label, tabs, chosen, choose, children }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    choose(next.name);
    list.current?.querySelector<HTMLElement>(`#${id}-${next.name}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ name, label: text, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
          >
            {text}
            {count !== undefined && <span className="count">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className="sec-body">
        {children}
      </div>
    </>
  );
}

interface MaturityCalendarProps {
  positions: readonly StakingPosition[];
}

/** Offers a calendar file with the dates on which stakes mature. */
function MaturityCalendar({ positions }: MaturityCalendarProps) {
  const { positions: words, calendar: texts } = useTexts('staking');
  const locale = useLocale();
  const coming = positions.filter(({ status }) => status === 'ACTIVE');
  if (coming.length === 0) return null;
  const save = (): void => {
    const dates = coming.map(({ id, amount, startedAt, maturesAt }) => ({
      id,
      at: new Date(maturesAt),
      summary: interpolate(texts.summary, {
        juf: formatAmount(amount, { locale, fractionDigits: 2 }),
      }),
      description: interpolate(texts.text, { date: formatDate(startedAt, locale) }),
    }));
    const facts = { host: location.host, name: texts.name, madeAt: systemClock() };
    downloadFile(`${texts.file}.ics`, calendarFile(dates, facts), 'text/calendar');
  };
  return (
    <div className="btn-row">
      <button type="button" className="btn btn-secondary" onClick={save}>
        {words.calendar}
      </button>
    </div>
  );
}
