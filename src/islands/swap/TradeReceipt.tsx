import type { Hex } from '../../lib/chain/wallets/eip1193.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import type { SwapSymbol } from '../../lib/swap/swap-token.ts';
import { findTransaction } from '../../lib/transactions/tracked-transaction.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { $transactions } from '../../stores/sent-transactions.ts';
import type { WalletType } from '../../stores/wallet.ts';
import { ReceiptActs } from '../action/ReceiptActs.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { Figure } from '../figures/Figure.tsx';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { digitsFor, writeAmount } from './write-amount.ts';
import { useShown } from '../state/use-shown.ts';

interface TradeReceiptProps {
  hash: Hex;
}

/** The quote next to the chain's result. */
export function TradeReceipt({ hash }: TradeReceiptProps) {
  const texts = useTexts('swap').run.receipt;
  const receiptTexts = useTexts('action').follow.receipt;
  const locale = useLocale();
  const transaction = findTransaction(useShown($transactions), hash);
  if (!transaction?.outcome || !('tokenIn' in transaction.purpose)) return null;
  const { purpose, outcome, status } = transaction;
  const isExactIn = purpose.exact === 'EXACT_IN';
  const [quoted, came] = isExactIn
    ? [BigInt(purpose.amountOut), BigInt(outcome.amountOut)]
    : [BigInt(purpose.amountIn), BigInt(outcome.amountIn)];
  const [token, decimals] = isExactIn ? [purpose.tokenOut, purpose.decimalsOut] : [purpose.tokenIn, purpose.decimalsIn];
  const bought = purpose.tokenOut;
  const gain = isExactIn ? came - quoted : quoted - came;
  const figure = (value: bigint, of: number, unit: string) => (
    <Figure value={value} decimals={of} unit={unit} fractionDigits={digitsFor(value, of, 4)} />
  );
  const lines: LedgerLine[] = [
    { name: texts.paid, value: figure(BigInt(outcome.amountIn), purpose.decimalsIn, purpose.tokenIn) },
    { name: texts.received, value: figure(BigInt(outcome.amountOut), purpose.decimalsOut, purpose.tokenOut) },
    { name: texts.quoted, value: figure(quoted, decimals, token) },
    {
      name: texts.difference,
      value: gain === 0n ? texts.exact : <Difference gain={gain} decimals={decimals} token={token} />,
    },
  ];
  if ('gasFee' in status) lines.push({ name: texts.networkFee, value: figure(BigInt(status.gasFee), 18, 'JU') });
  lines.push(
    { name: receiptTexts.time, value: formatDateTime(new Date(transaction.sentAtMs).toISOString(), locale) },
    {
      name: receiptTexts.reference,
      value: (
        <span className="num" title={transaction.hash}>
          {shortenAddress(transaction.hash)}
        </span>
      ),
    },
  );
  return (
    <>
      <Ledger lines={lines} />
      {bought !== 'WJU' && <Onward token={bought} />}
      <ReceiptActs />
    </>
  );
}

/** What was bought is still in the wallet. */
function Onward({ token }: { token: WalletType }) {
  const { amount, follow } = useTexts('action');
  return (
    <div className="follow-next">
      <p>{follow.next.swapped}</p>
      <a className="btn btn-primary" href={`${localePath(pageLanguage(), '/wallet')}#deposit`}>
        {interpolate(amount.deposit, { token })}
      </a>
    </div>
  );
}

interface DifferenceProps {
  gain: bigint;
  decimals: number;
  token: SwapSymbol;
}

function Difference({ gain, decimals, token }: DifferenceProps) {
  const texts = useTexts('swap').run.receipt;
  const locale = useLocale();
  const amount = writeAmount(gain < 0n ? -gain : gain, { decimals, symbol: token }, locale);
  return (
    <span className={gain > 0n ? 'num pos' : 'num neg'}>{interpolate(gain > 0n ? texts.better : texts.worse, { amount, token })}</span>
  );
}
