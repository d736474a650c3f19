import type { Recipient } from '../../stores/transfer.ts';
import type { KnownAddress } from '../../lib/transfer/look-alike.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { isolate } from '../../lib/isolate.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { Notice } from '../action/Notice.tsx';
import { useTexts } from '../root/island.ts';
import { groupAddress } from './group-address.ts';
import { Seal } from './Seal.tsx';

interface RecipientCardProps {
  recipient: Recipient;
  /** A known address that looks confusingly similar. */
  lookAlike: KnownAddress | undefined;
  /** In a transfer's review, where it's compared before signing; elsewhere it's shortened. */
  isWhole?: boolean;
}

/** The recipient. */
export function RecipientCard({ recipient, lookAlike, isWhole = false }: RecipientCardProps): React.JSX.Element {
  const texts = useTexts('wallet').transfer;
  return (
    <>
      <div className="to">
        <Seal address={recipient.address} />
        <span>
          <b>
            <bdi translate="no">{recipient.username}</bdi>
          </b>
          <small>{interpolate(texts.uid, { uid: recipient.uid })}</small>
          <span className="addr num" translate="no">
            {isWhole ? groupAddress(recipient.address) : shortenAddress(recipient.address)}
          </span>
        </span>
      </div>
      {lookAlike && (
        <Notice kind="failed" text={texts.lookAlike}>
          <span>
            {interpolate(texts.known, { name: isolate(lookAlike.name) })}
            <br />
            <span className="addr num" translate="no">
              {shortenAddress(lookAlike.address)}
            </span>
          </span>
        </Notice>
      )}
    </>
  );
}
