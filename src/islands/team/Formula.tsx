import { formatAmount, mulDivFloor } from '../../lib/amount.ts';
import { BASIS_POINTS } from '../../lib/basis-points.ts';
import { formatRate } from '../../lib/format-terms.ts';
import { ONE } from '../../lib/token-decimals.ts';
import { $roleList } from '../../stores/profile-roles.ts';
import { $referralInfo } from '../../stores/profile-team.ts';
import { Figure } from '../figures/Figure.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useSection } from '../state/use-server-state.ts';
import { Section } from '../state/Section.tsx';
import { BonusCap, CapRule } from './BonusCap.tsx';

/** The amount spent in the worked example, in USDT base units. */
export const EXAMPLE_SPENT = 1_000n * ONE;

/** How a bonus is computed at the member's own rates, and what limits it. */
export const Formula = island(function Formula() {
  const { formula, figures } = useTexts('team');
  const locale = useLocale();
  const info = useSection($referralInfo);
  // The figures above use the same call and already report the failure with a retry button.
  if (info.kind === 'failed') return null;
  const levels = info.kind === 'ready' ? info.data.levels : [1, 2, 3].map((level) => ({ level, rate: null }));
  const spent = `${formatAmount(EXAMPLE_SPENT, { locale })}\u00a0USDT`;
  return (
    <Section id="formula" title={formula.title}>
      <p>{formula.text}</p>
      <table className="table mid formula">
        <TableHead
          columns={[
            { name: formula.level },
            { name: formula.rate, kind: 'figure' },
            { name: interpolate(formula.example, { amount: spent }), kind: 'figure' },
          ]}
        />
        <tbody>
          {levels.map(({ level, rate }) => (
            <tr key={level}>
              <th scope="row">{interpolate(figures.level, { level })}</th>
              <td className="r num" data-l={formula.rate}>
                {rate === null ? <Skeleton width={4} /> : formatRate(rate, locale)}
              </td>
              <td className="r num" data-l={interpolate(formula.example, { amount: spent })}>
                {rate === null ? <Skeleton width={6} /> : <Figure value={exampleBonus(EXAMPLE_SPENT, rate)} unit="USDT" />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <BonusCap />
      <CapRule text={formula.capAt} plain={formula.cap} />
      <RoleRates />
    </Section>
  );
});

/** The rates of each role, lowest first. */
function RoleRates() {
  const { formula, figures } = useTexts('team');
  const locale = useLocale();
  const roles = useSection($roleList);
  const names = [1, 2, 3].map((level) => interpolate(figures.level, { level }));
  return (
    <details>
      <summary>{formula.roles}</summary>
      <table className="table mid role-rates">
        <TableHead columns={[{ name: formula.role }, ...names.map((name) => ({ name, kind: 'figure' as const }))]} />
        <tbody>
          {(roles.kind === 'ready' ? roles.data : []).map(({ id, name, bonusRates, current }) => (
            <tr key={id}>
              <th scope="row">
                {name}
                {current && <span className="badge">{formula.current}</span>}
              </th>
              {bonusRates.map((rate, index) => (
                <td key={names[index]} className="r num" data-l={names[index]}>
                  {formatRate(rate, locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The bonus of a purchase at a rate in basis points, before the cap; rounded down, as the provider pays it. */
export function exampleBonus(spentBaseUnits: bigint, rate: number): bigint {
  return mulDivFloor(spentBaseUnits, BigInt(rate), BASIS_POINTS);
}
