import type { Texts } from '../../lib/i18n/page-texts.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { roleOrder } from '../../lib/api/contract/order-intent.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $roleList, $roleTerms, refreshRoles, type RolesAnswer } from '../../stores/profile-roles.ts';
import { roleAction, type RoleOrder } from '../../stores/role-actions.ts';
import { type FlowButton, useFlowPart } from '../action/use-flow-part.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { Figure } from '../figures/Figure.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection } from '../state/use-server-state.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { PrivilegeFigures } from './PrivilegeFigures.tsx';

type Role = RolesAnswer['list'][number];

const dialogPart = definePart(() => import('./RoleDialog.tsx'));

/** The default number of roles, to reserve space for them. */
const EXPECTED_ROLES = 5;

/** All roles side by side: price, benefits, ownership, and the price of an upgrade. */
export const Roles = island(function Roles() {
  const words = useTexts('roles').list;
  const state = useSection($roleList);
  const { flow, buttonOf } = useFlowPart(dialogPart, roleAction);
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} retry={refreshRoles} />;
  const rows =
    state.kind === 'ready'
      ? state.data.map((role) => <RoleRow key={role.id} role={role} button={buttonOf(({ roleId }) => roleId === role.id)} />)
      : Array.from({ length: EXPECTED_ROLES }, (_, index) => <WaitingRow key={index} words={words} />);
  return (
    <Section id="roles" title={words.title} note={words.note}>
      <table className="table mid roles" aria-busy={state.kind === 'loading'}>
        <TableHead
          columns={[
            { name: words.role },
            { name: words.price, kind: 'figure' },
            { name: words.bonuses, kind: 'figure' },
            { name: words.privilege, kind: 'figure' },
            { name: words.toPay, kind: 'figure' },
            { name: words.actions, kind: 'actions' },
          ]}
        />
        <tbody>{rows}</tbody>
      </table>
      {flow && <flow.RoleDialog />}
    </Section>
  );
});

interface RoleRowProps {
  role: Role;
  button: FlowButton;
}

function RoleRow({ role, button }: RoleRowProps) {
  const { list: words, points, privilege: texts } = useTexts('roles');
  const locale = useLocale();
  const { name, price, privilege, upgradePrice } = role;
  const isAlive = useIsAlive();
  const brings = privilege.juf > 0n || privilege.score > 0;
  return (
    <tr>
      <th scope="row">
        <span>
          {name}
          {role.current && <span className="badge badge-acc">{words.current}</span>}
          {role.owned && !role.current && <span className="badge">{words.owned}</span>}
        </span>
      </th>
      <td className="r num" data-l={words.price}>
        {price === 0n ? words.free : <Figure value={price} unit="USDT" fractionDigits={0} />}
      </td>
      <td className="r num" data-l={words.bonuses}>
        {role.bonusRates.map((rate) => formatRate(rate, locale)).join(' / ')}
      </td>
      <td className="r num" data-l={words.privilege}>
        {brings ? (
          <PrivilegeFigures
            juf={privilege.juf}
            score={privilege.score}
            unit={points}
            isStacked
            every={interpolate(texts.every, { days: formatDays(privilege.everyDays, locale) })}
          />
        ) : (
          '–'
        )}
      </td>
      <td className="r num" data-l={words.toPay}>
        <Figure value={upgradePrice} unit="USDT" />
      </td>
      <td className="act">
        {upgradePrice !== null && (
          <button
            type="button"
            className="btn btn-secondary"
            aria-haspopup="dialog"
            aria-label={interpolate(words.upgradeTo, { role: name })}
            disabled={!isAlive}
            {...button}
            onClick={() => roleAction.review(orderOf(role, upgradePrice))}
          >
            {words.upgrade}
          </button>
        )}
      </td>
    </tr>
  );
}

function orderOf({ id: roleId, name, signedName = name }: Role, price: bigint): RoleOrder {
  return { roleId, name, price, terms: $roleTerms.get().data, signs: { ...roleOrder(signedName, { roleId }), maxTotal: price } };
}

function WaitingRow({ words }: { words: Texts<'roles'>['list'] }) {
  return (
    <tr aria-hidden="true">
      <th scope="row">
        <Skeleton width={6} />
      </th>
      {[words.price, words.bonuses, words.privilege, words.toPay].map((name) => (
        <td key={name} className="r num" data-l={name}>
          <Skeleton width={6} />
          {name === words.privilege && (
            <>
              <small>
                <Skeleton width={6} />
              </small>
              <small>
                <Skeleton width={6} />
              </small>
            </>
          )}
        </td>
      ))}
      <td className="act">
        <span className="btn btn-secondary">{words.upgrade}</span>
      </td>
    </tr>
  );
}
