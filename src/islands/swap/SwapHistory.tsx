import { useStore } from '@nanostores/react';
import { sameAddress } from '../../lib/chain/wallets/read-answer.ts';
import { chainExplorerUrl } from '../../lib/config.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import type { SwapTransaction } from '../../lib/transactions/tracked-transaction.ts';
import { openHashView } from '../../stores/hash-view.ts';
import { $isSignedIn, $previousAddress } from '../../stores/session.ts';
import { $swaps } from '../../stores/sent-transactions.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { EmptyState } from '../state/FailureNotice.tsx';
import { StatusBadge } from '../hash-view/StatusBadge.tsx';
import { digitsFor, writeAmount } from './write-amount.ts';
import { useShown } from '../state/use-shown.ts';

const none: SwapTransaction[] = [];

/** The signed-in member's swaps on this device. */
export const SwapHistory = island(function SwapHistory() {
  const { history } = useTexts('swap');
  const { label } = useTexts('swap').form;
  const all = useStore($swaps, { ssr: () => none });
  const owner = useShown($previousAddress);
  const isSignedIn = useShown($isSignedIn);
  const own = all.filter((one) => isSignedIn && owner !== undefined && sameAddress(one.owner, owner));
  return (
    <Section id="swap-history" title={history.title} note={chainExplorerUrl === undefined ? history.noteHere : history.note}>
      {own.length === 0 ? (
        <EmptyState text={history.empty} act={{ text: label, href: '#swap-in' }} />
      ) : (
        <table className="table mid">
          <TableHead
            columns={[
              { name: history.what },
              { name: history.paid, kind: 'figure' },
              { name: history.received, kind: 'figure' },
              { name: history.status },
              { name: history.when },
              { name: history.transaction },
            ]}
          />
          <tbody>
            {own.map((one) => (
              <Row key={one.firstHash ?? one.hash} transaction={one} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
});

function Row({ transaction }: { transaction: SwapTransaction }) {
  const { history } = useTexts('swap');
  const { steps } = useTexts('swap').run;
  const locale = useLocale();
  const { purpose, outcome, status, sentAtMs, hash } = transaction;
  return (
    <tr>
      {'tokenIn' in purpose ? (
        <TradeCells purpose={purpose} outcome={outcome} />
      ) : (
        <>
          <th scope="row">
            {interpolate(steps[purpose.kind], {
              token: purpose.token,
              amount: writeAmount(BigInt(purpose.amount), { decimals: purpose.decimals, symbol: purpose.token }, locale),
            })}
          </th>
          <td className="only-wide" />
          <td className="only-wide" />
        </>
      )}
      <td data-l={history.status}>
        <StatusBadge status={status} />
      </td>
      <td data-l={history.when}>{formatDateTime(new Date(sentAtMs).toISOString(), locale)}</td>
      <td className="act">
        <button type="button" className="btn btn-ghost num" onClick={() => openHashView(hash)}>
          {shortenAddress(hash)}
        </button>
      </td>
    </tr>
  );
}

interface TradeCellsProps {
  purpose: Extract<SwapTransaction['purpose'], { kind: 'SWAP' | 'WRAP' | 'UNWRAP' }>;
  outcome: SwapTransaction['outcome'];
}

function TradeCells({ purpose, outcome }: TradeCellsProps) {
  const texts = useTexts('swap').history;
  const { tokenIn, tokenOut, decimalsIn, decimalsOut } = purpose;
  const { amountIn, amountOut } = outcome ?? purpose;
  const figure = (units: string, decimals: number, unit: string) => (
    <Figure value={BigInt(units)} decimals={decimals} unit={unit} fractionDigits={digitsFor(BigInt(units), decimals, 4)} />
  );
  return (
    <>
      <th scope="row">{interpolate(texts.trade, { from: tokenIn, to: tokenOut })}</th>
      <td className="r" data-l={texts.paid}>
        {figure(amountIn, decimalsIn, tokenIn)}
      </td>
      <td className="r" data-l={texts.received}>
        {figure(amountOut, decimalsOut, tokenOut)}
        {!outcome && <small>{texts.quoted}</small>}
      </td>
    </>
  );
}
