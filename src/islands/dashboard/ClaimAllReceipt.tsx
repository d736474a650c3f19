import { fromDecimalString } from '../../lib/amount.ts';
import type { claimAll } from '../../lib/api/contract/claim-all.ts';
import type { DataOf } from '../../lib/api/contract/define-call.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import type { ClaimLine } from './claim-lines.ts';
import { GainFigures } from './GainFigures.tsx';
import { totalLines } from './total-lines.tsx';

type Line = DataOf<typeof claimAll>['lines'][number];
type Claimed = Exclude<Line, { refused: string }>;

/** What each kind paid, or why it paid nothing. */
export function ClaimAllReceipt({ lines }: { lines: readonly Line[] }): React.JSX.Element {
  const { claims, claimAll: words } = useTexts('home');
  const { noReason, receipt } = useTexts('action').follow;
  const claimed = lines.filter((line): line is Claimed => !('refused' in line));
  return (
    <>
      <p>{interpolate(words.progress, { done: String(claimed.length), count: String(lines.length) })}</p>
      <ul className="claims claims-all">
        {lines.map((line) =>
          'refused' in line ? (
            <li key={line.kind} data-kind={line.kind} data-status="refused">
              <span className="what">
                {claims[line.kind]}
                <small>{line.refused === 'NOTHING_TO_CLAIM' ? words.gone : interpolate(words.notClaimed, { reason: noReason })}</small>
              </span>
            </li>
          ) : (
            <ClaimedLine key={line.kind} line={line} />
          ),
        )}
      </ul>
      <Ledger
        lines={[{ name: receipt.fee, value: receipt.noFee }, ...totalLines(claimed.map(gainOf), words.received, claims.points.other)]}
      />
    </>
  );
}

function ClaimedLine({ line }: { line: Claimed }): React.JSX.Element {
  const { claims, claimAll: words } = useTexts('home');
  const { history } = useTexts('action').follow.receipt;
  const locale = useLocale();
  const { kind, transaction, receipt } = line;
  const at = transaction?.createdAt ?? receipt?.createdAt;
  return (
    <li data-kind={kind} data-status="done">
      <span className="what">
        {claims[kind]}
        <small>{words.done}</small>
        <small>
          {at !== undefined && formatDateTime(at, locale)}
          {transaction && ' '}
          {transaction && <a href={`${localePath(pageLanguage(), '/wallet/history')}#${transaction.id}`}>{history}</a>}
        </small>
      </span>
      <span className="amt">
        <GainFigures gain={gainOf(line)} />
      </span>
    </li>
  );
}

function gainOf({ amount, walletType, points }: Claimed): Omit<ClaimLine, 'kind'> {
  return { amount: fromDecimalString(amount), walletType, points };
}
