import { useStore } from '@nanostores/react';
import { definePart } from '../../lib/visit/define-part.ts';
import { interpolate } from '../jsx/interpolate.ts';
import {
  $insuranceCount,
  $insuranceFilter,
  $insuranceList,
  cancelAction,
  MOST_INSURANCES,
  refreshInsurances,
  showMoreInsurances,
  type InsuranceFilter,
} from '../../stores/insurance.ts';
import { answerReadAtMs } from '../../stores/kept-answers.ts';
import { $nowMs } from '../../stores/now.ts';
import { $allPurchases } from '../../stores/treasury-history.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island, useTexts } from '../root/island.ts';
import { type EmptyAct, EmptyState } from '../state/EmptyState.tsx';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { sectionState } from '../state/section-state.ts';
import { StaleNotice } from '../state/StaleNotice.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';
import { useServerState } from '../state/use-server-state.ts';
import { InsuranceRows } from './InsuranceRows.tsx';

const cancelPart = definePart(() => import('./CancelPanel.tsx'));

interface InsurancesProps {
  /** Where cover begins. */
  buy: EmptyAct;
}

const FILTERS: readonly InsuranceFilter[] = ['ALL', 'ACTIVE', 'CANCELLED', 'PAID', 'EXPIRED'];

/** The member's cover on treasury purchases: today's refund, the end date, and cancelling. */
export const Insurances = island(function Insurances({ buy }: InsurancesProps): React.JSX.Element {
  const words = useTexts('swap').insurance;
  const state = sectionState(useServerState($insuranceList));
  const filter = useStore($insuranceFilter, { ssr: 'initial' });
  const shown = useStore($insuranceCount, { ssr: 'initial' });
  const { flow, state: action, buttonOf } = useFlowPart(cancelPart, cancelAction);
  const nowMs = useStore($nowMs, { ssr: 'initial' });
  const isAlive = useIsAlive();
  const answer = state.kind === 'ready' ? state.data : undefined;
  const rows = answer?.content ?? [];
  const isEmpty = answer !== undefined && rows.length === 0;
  const purchases = useServerState($allPurchases).data?.content ?? [];
  const cancelledId = action.step === 'idle' ? null : action.order.insuranceId;
  const panel = flow && action.step !== 'idle' ? <flow.CancelPanel rows={rows} receivedAtMs={answer?.receivedAtMs ?? 0} /> : null;
  return (
    <Section id="insurance" title={words.title} note={words.note}>
      {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshInsurances} />}
      {state.kind === 'ready' && state.stale && (
        <StaleNotice readAtMs={$insuranceList.key === undefined ? null : answerReadAtMs($insuranceList.key)} />
      )}
      {(rows.length > 0 || filter !== 'ALL') && state.kind !== 'failed' && <Filter chosen={filter} isAlive={isAlive} />}
      {!rows.some(({ id }) => id === cancelledId) && panel}
      {state.kind === 'loading' && (
        <div className="state" aria-busy="true">
          <p>
            <Skeleton width={16} />
          </p>
        </div>
      )}
      {isEmpty && (filter === 'ALL' ? <EmptyState text={words.empty} act={buy} /> : <EmptyState text={words.emptyFiltered} />)}
      {answer && rows.length > 0 && (
        <>
          <InsuranceRows
            rows={rows}
            passedMs={Math.max(nowMs - answer.receivedAtMs, 0)}
            nowMs={nowMs}
            packageOf={(purchaseId) => purchases.find(({ id }) => id === purchaseId)?.treasuryName}
            buttonOf={(row) => buttonOf(({ insuranceId }) => insuranceId === row.id)}
            panelOf={({ id }) => (id === cancelledId ? panel : null)}
          />
          <p className="note num">{interpolate(words.count, { shown: rows.length, total: answer.totalElements })}</p>
          {answer.totalElements > rows.length && shown < MOST_INSURANCES && (
            <button type="button" className="btn btn-secondary" onClick={showMoreInsurances}>
              {words.more}
            </button>
          )}
        </>
      )}
    </Section>
  );
});

interface FilterProps {
  chosen: InsuranceFilter;
  isAlive: boolean;
}

function Filter({ chosen, isAlive }: FilterProps): React.JSX.Element {
  const texts = useTexts('swap').insurance;
  return (
    <label className="insurance-filter">
      <span className="label">{texts.filter}</span>
      <select
        className="input"
        name="insurance-filter"
        value={chosen}
        disabled={!isAlive}
        onChange={({ target }) => $insuranceFilter.set(FILTERS.find((known) => known === target.value) ?? 'ALL')}
      >
        {FILTERS.map((known) => (
          <option key={known} value={known}>
            {known === 'ALL' ? texts.all : texts.states[known]}
          </option>
        ))}
      </select>
    </label>
  );
}
