import { interpolate } from '../jsx/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { isBusy, type FailureReason, type WalletFlowState } from '../../lib/wallet-flow/wallet-flow-state.ts';
import { openModal } from '../../stores/modals.ts';
import { driveSignIn } from '../../stores/wallet-flow.ts';
import { useTexts } from '../root/island.ts';
import { FlowNotice } from './FlowNotice.tsx';
import { Icon } from '../figures/Icon.tsx';

interface WalletModalFootProps {
  flow: WalletFlowState;
}

/** What the sign-in waits for or failed with; before that, what it costs. */
export function WalletModalFoot({ flow }: WalletModalFootProps): React.JSX.Element {
  return (
    <div className="dlg-foot">
      <Told flow={flow} />
    </div>
  );
}

function Told({ flow }: WalletModalFootProps): React.JSX.Element {
  const { failures, dialog, wallets, sign } = useTexts('session');
  if (flow.step === 'FAILED') {
    return (
      <FlowNotice kind="failed" text={failures[flow.reason]}>
        {canRetry(flow.reason) && (
          <button className="btn btn-secondary" type="button" onClick={() => void driveSignIn((walletFlow) => walletFlow.retry())}>
            {dialog.retry}
          </button>
        )}
      </FlowNotice>
    );
  }
  if (flow.step === 'SIGNING' && flow.phase === 'OFFERED') {
    return (
      <FlowNotice kind="info" text={interpolate(wallets.connected, { address: shortenAddress(flow.address) })}>
        <button className="btn btn-primary" type="button" onClick={() => openModal('sign-message')}>
          {wallets.continue}
        </button>
      </FlowNotice>
    );
  }
  if (isBusy(flow)) {
    return (
      <FlowNotice kind="waiting" text={waitingFor(flow, wallets, sign)}>
        <button className="btn btn-ghost" type="button" onClick={() => void driveSignIn((walletFlow) => walletFlow.cancel())}>
          {dialog.cancel}
        </button>
      </FlowNotice>
    );
  }
  return (
    <div className="callout">
      <Icon name="info" />
      <div>
        <p>{wallets.free}</p>
        <details>
          <summary>{wallets.whatIs}</summary>
          <p>{wallets.whatIsText}</p>
        </details>
      </div>
    </div>
  );
}

function waitingFor(flow: WalletFlowState, texts: Texts<'session'>['wallets'], sign: Texts<'session'>['sign']): string {
  if (flow.step === 'SIGNING') return sign.preparing;
  if ('isPending' in flow && flow.isPending) return texts.pending;
  const wallet = 'wallet' in flow ? (flow.wallet?.name ?? '') : '';
  if (flow.step === 'SWITCHING_CHAIN') return interpolate(texts.switching, { wallet });
  if (flow.step === 'ADDING_CHAIN') return interpolate(texts.adding, { wallet });
  return interpolate(texts.connecting, { wallet });
}

const LEADS_NOWHERE: readonly FailureReason[] = ['CONNECTOR_NOT_FOUND', 'CONNECTION_ENDED', 'MEMBER_BLOCKED'];

/** Failures that a retry wouldn't change. */
function canRetry(reason: FailureReason): boolean {
  return !LEADS_NOWHERE.includes(reason);
}
