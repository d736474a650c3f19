import { useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { calendarFile } from '../../lib/calendar/calendar-file.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { claimableOfAll, providerClockOffsetMs } from '../../lib/treasury/live-vesting.ts';
import type { TreasuryPurchase } from '../../lib/treasury/price-purchase.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { answerReadAtMs } from '../../stores/kept-answers.ts';
import { $nowMs } from '../../stores/now.ts';
import {
  $allPurchases,
  $historyPage,
  $treasury,
  $treasuryHistoryList,
  type AllPurchases,
  refreshPurchases,
} from '../../stores/treasury.ts';
import { claimAction } from '../../stores/vesting-claim.ts';
import { type FlowButton, useFlowPart } from '../action/use-flow-part.ts';
import { formatLongDate } from '../figures/format-long-date.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { downloadFile } from '../list/download-file.ts';
import { Pager } from '../list/Pager.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { EmptyState, FailureNotice, StaleNotice } from '../state/FailureNotice.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { Section } from '../state/Section.tsx';
import { PurchaseRow, WaitingPurchase } from './PurchaseRow.tsx';
import { writeJuf } from './write-figures.ts';

const claimPart = definePart(() => import('./ClaimPanel.tsx'));

interface PurchasesProps {
  /** The site's host, for the calendar file. */
  host: string;
}

/** All purchases, their vesting and claimable amounts, updated every second. */
export const Purchases = island(function Purchases({ host }: PurchasesProps) {
  const { purchases } = useTexts('treasury');
  const { buy } = useTexts('home').start;
  const page = useShown($historyPage);
  const state = useSection($treasuryHistoryList);
  const all = useSection($allPurchases);
  const price = useServerState($treasury).data?.jufPrice ?? null;
  const { flow, state: claim, buttonOf } = useFlowPart(claimPart, claimAction);
  const isEmpty = state.kind === 'ready' && state.data.content.length === 0 && page === 1;
  const claimed = claim.step === 'idle' ? null : claim.order.purchase;
  const rows = state.kind === 'ready' ? state.data.content : [];
  const isOnPage = rows.some(({ id }) => id === claimed?.id);
  const panel = flow && claim.step !== 'idle' ? <flow.ClaimPanel /> : null;
  return (
    <Section id="purchases" title={purchases.title} note={isEmpty ? undefined : purchases.note}>
      {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshPurchases} />}
      {state.kind === 'ready' && state.stale && <StaleNotice readAtMs={answerReadAtMs($treasuryHistoryList.key ?? '')} />}
      {isEmpty && <EmptyState title={purchases.emptyTitle} text={purchases.emptyText} act={{ text: buy, href: '#packages' }} />}
      {state.kind !== 'failed' && !isEmpty && (
        <table className="table mid purchases" aria-busy={state.kind === 'loading'}>
          <TableHead
            columns={[
              { name: purchases.package },
              { name: purchases.bought, kind: 'figure' },
              { name: purchases.insured },
              { name: purchases.vesting, kind: 'bar' },
              { name: purchases.actions, kind: 'actions' },
            ]}
          />
          <tbody>
            {state.kind === 'loading' && [1, 2, 3].map((row) => <WaitingPurchase key={row} />)}
            {state.kind === 'ready' &&
              rows.map((purchase) => (
                <PurchaseRow
                  key={purchase.id}
                  purchase={purchase}
                  offsetMs={providerClockOffsetMs(state.data)}
                  price18={price}
                  button={buttonOf(({ purchase: own }) => own?.id === purchase.id)}
                  panel={claimed?.id === purchase.id ? panel : null}
                />
              ))}
          </tbody>
        </table>
      )}
      {!isEmpty && (state.kind === 'ready' || page > 1) && (
        <Pager page={page} totalPages={state.kind === 'ready' ? state.data.totalPages : null} turn={(wanted) => $historyPage.set(wanted)} />
      )}
      {!isOnPage && panel}
      {!isEmpty && (
        <div className="btn-row" aria-busy={all.kind === 'loading'}>
          {all.kind === 'ready' && <ClaimAll all={all.data} button={buttonOf(({ purchase }) => purchase === null)} />}
          <VestingCalendar host={host} />
        </div>
      )}
    </Section>
  );
});

interface ClaimAllProps {
  all: AllPurchases;
  button: FlowButton;
}

/** Grows every second while there is something to claim; shows no amount until all purchases are loaded. */
function ClaimAll({ all, button }: ClaimAllProps) {
  const texts = useTexts('treasury').purchases;
  const locale = useLocale();
  const nowMs = useShown($nowMs);
  const { content, isWhole } = all;
  const claimable = claimableOfAll(content, nowMs + providerClockOffsetMs(all));
  if (isWhole && content.every(({ status }) => status === 'CLAIMED')) return null;
  return (
    <button
      type="button"
      className="btn btn-primary"
      {...button}
      aria-disabled={isWhole && claimable === 0n}
      onClick={() => {
        if (claimable > 0n || !isWhole) claimAction.review({ purchase: null });
      }}
    >
      {isWhole ? interpolate(texts.claimAll, { amount: writeJuf(claimable, locale) }) : texts.claimEverything}
    </button>
  );
}

/** Offers a calendar file with the dates on which purchases are fully vested. */
function VestingCalendar({ host }: { host: string }) {
  const { calendar, purchases } = useTexts('treasury');
  const locale = useLocale();
  const state = useSection($allPurchases);
  const [isCut, setCut] = useState(false);
  if (state.kind !== 'ready') return null;
  const coming = state.data.content.filter(({ status }) => status === 'VESTING');
  if (coming.length === 0) return null;
  const save = (): void => {
    setCut(!state.data.isWhole);
    downloadFile(`${calendar.file}.ics`, composeFile(coming, { locale, host, texts: calendar }), 'text/calendar');
  };
  return (
    <>
      <button type="button" className="btn btn-secondary" onClick={save}>
        {purchases.calendar}
      </button>
      {isCut && <p className="note">{interpolate(purchases.calendarTruncated, { count: state.data.content.length })}</p>}
    </>
  );
}

function composeFile(
  purchases: readonly TreasuryPurchase[],
  { locale, host, texts }: { locale: string; host: string; texts: Texts<'treasury'>['calendar'] },
): string {
  const dates = purchases.map((purchase) => ({
    id: purchase.id,
    at: new Date(purchase.vestingEndsAt),
    summary: interpolate(texts.summary, {
      name: purchase.treasuryName,
      juf: formatAmount(purchase.juf, { locale, fractionDigits: 2 }),
    }),
    description: interpolate(texts.text, {
      date: formatLongDate(purchase.createdAt, locale),
      paid: formatAmount(purchase.paid, { locale }),
    }),
  }));
  return calendarFile(dates, { host, name: texts.name, madeAt: systemClock() });
}
