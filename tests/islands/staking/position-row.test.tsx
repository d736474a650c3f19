import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import staking from '../../../public/locales/en/staking.json' with { type: 'json' };
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { PositionRow } from '../../../src/islands/staking/PositionRow.tsx';
import { Island } from '../Island.tsx';

const { positions } = staking;
const idle = {
  state: { step: 'idle' },
  buttonOf: () => ({ 'aria-busy': false, onPointerEnter: () => undefined, onFocus: () => undefined }),
} as const;

/** The claim button of a running position that has earned this much. */
function claimButton(accruedRoi: bigint): string {
  const row = renderToStaticMarkup(
    <Island locale="en" texts={{ staking }}>
      <PositionRow
        live={{
          position: {
            id: '1',
            amount: fromDecimalString('500'),
            tier: 'Base',
            days: 30,
            apr: 600,
            effectiveApr: 600,
            turboUnits: 0,
            turboEndsAt: null,
            startedAt: '2026-11-24T00:00:00.000Z',
            maturesAt: '2026-12-24T00:00:00.000Z',
            accruedRoi,
            claimedRoi: 0n,
            status: 'ACTIVE',
          },
          facts: null,
          charges: [],
        }}
        atMs={BigInt(Date.UTC(2026, 10, 25))}
        isDue={false}
        flows={{ claim: idle, withdraw: idle, turbo: idle }}
      />
    </Island>,
  );
  return new RegExp(`<button[^>]*>${positions.claim}</button>`).exec(row)?.[0] ?? '';
}

it('offers no claim of next to nothing', () => {
  expect(claimButton(fromDecimalString('0.000016'))).toContain('disabled');
  expect(claimButton(fromDecimalString('0.01'))).not.toContain('disabled');
});
