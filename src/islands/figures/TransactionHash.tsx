import { chainExplorerUrl } from '../../lib/config.ts';
import { useTexts } from '../root/island.ts';
import { CopyButton } from './CopyButton.tsx';
import { Icon } from './Icon.tsx';

interface TransactionHashProps {
  hash: string;
  /** Whether a block explorer can find it. */
  isOnChain: boolean;
}

/** A transaction's full hash with a copy button, and an explorer link if one is configured. */
export function TransactionHash({ hash, isOnChain }: TransactionHashProps): React.JSX.Element {
  const texts = useTexts('common').hash;
  return (
    <div className="field">
      <span className="label">{texts.label}</span>
      <div className="copy-row">
        <span className="addr num" translate="no">
          {hash}
        </span>
        <CopyButton text={hash} label={texts.copy} copied={texts.copied} />
      </div>
      {isOnChain && chainExplorerUrl !== undefined && (
        <a className="link-act" href={`${chainExplorerUrl.replace(/\/+$/, '')}/tx/${hash}`} target="_blank" rel="noreferrer noopener">
          {texts.explorer}
          <Icon name="ext" small />
          <span className="vh"> ({texts.newTab})</span>
        </a>
      )}
    </div>
  );
}
