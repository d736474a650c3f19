import type { Texts } from '../../lib/i18n/page-texts.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { isInFlight } from '../../lib/action/action-state.ts';
import type { ClaimInfo } from '../../lib/api/contract/claim-info.ts';
import { formatDays } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $claimInfo, refreshClaimInfo } from '../../stores/profile.ts';
import { $roleList } from '../../stores/profile-roles.ts';
import { privilegeAction } from '../../stores/role-actions.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { formatClock, formatDate } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { Stat } from '../figures/Stat.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { BonusCap } from '../team/BonusCap.tsx';
import { PrivilegeFigures } from './PrivilegeFigures.tsx';

const dialogPart = definePart(() => import('./PrivilegeDialog.tsx'));

/** The member's role, what it pays and when, and a claim of what is due. */
export const Privilege = island(function Privilege() {
  const { privilege: words, points } = useTexts('roles');
  const locale = useLocale();
  const state = useSection($claimInfo);
  const role = useServerState($roleList).data?.find(({ current }) => current);
  const { flow, state: action, button } = useFlowPart(dialogPart, privilegeAction);
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} retry={refreshClaimInfo} />;
  const privilege = state.kind === 'ready' ? state.data.privilege : null;
  const brings = role !== undefined && (role.privilege.juf > 0n || role.privilege.score > 0);
  const canClaim = privilege !== null && privilege.claimable && !isInFlight(action);
  return (
    <>
      <dl className="stats stats-ruled">
        <Stat name={words.role} notes={[null]}>
          {role === undefined ? <Skeleton width={6} /> : role.name}
        </Stat>
        <Stat
          name={words.brings}
          notes={[role && brings ? interpolate(words.every, { days: formatDays(role.privilege.everyDays, locale) }) : null]}
        >
          {role === undefined ? (
            <Skeleton width={8} />
          ) : brings ? (
            <PrivilegeFigures juf={role.privilege.juf} score={role.privilege.score} unit={points} />
          ) : (
            words.nothing
          )}
        </Stat>
        <Stat name={words.next} notes={[privilege && whatLapses(privilege, role?.privilege.everyDays, locale, words)]}>
          {privilege === null ? <Skeleton width={8} /> : privilege.nextAt === null ? '–' : formatDate(privilege.nextAt, locale)}
        </Stat>
        <div className="stat stat-act">
          <dt className="vh">{words.claim}</dt>
          <dd>
            <button
              type="button"
              className={`btn ${canClaim ? 'btn-primary' : 'btn-secondary'}`}
              disabled={!canClaim}
              {...button}
              onClick={() => privilege && privilegeAction.review({ juf: privilege.juf, score: privilege.score })}
            >
              {words.claim}
            </button>
          </dd>
        </div>
      </dl>
      <BonusCap />
      {flow && <flow.PrivilegeDialog />}
    </>
  );
});

/** A privilege that can be claimed lapses when the next falls due; one to come can be claimed for as long. */
function whatLapses(
  { claimable, nextAt }: ClaimInfo['privilege'],
  everyDays: number | undefined,
  locale: string,
  { lapses, then, never }: Texts<'roles'>['privilege'],
): string | null {
  if (nextAt === null) return never;
  if (claimable) return interpolate(lapses, { time: formatClock(nextAt, locale) });
  return everyDays === undefined ? null : interpolate(then, { days: formatDays(everyDays, locale) });
}
